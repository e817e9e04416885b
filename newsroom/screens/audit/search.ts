/** The filters in the address of the audit log. */

export const ACTORS = ['person', 'key', 'admin token', 'command line', 'timer', 'stranger'] as const;
export type ActorKind = (typeof ACTORS)[number];

export interface AuditSearch {
  site?: number | undefined;
  kind?: ActorKind | undefined;
  person?: number | undefined;
  action?: string | undefined;
  noun?: string | undefined;
  /** Goes with `noun`. */
  id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export type ChangeSearch = (fields: AuditSearch) => void;

export function cleared(search: AuditSearch): AuditSearch {
  return Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const WORD = /^[a-z_]{1,40}$/;
const LONGEST_ID = 100;

/** Unknown parameters are dropped. */
export function parseSearch(query: string): AuditSearch {
  const given = new URLSearchParams(query);
  const matching = (name: string, pattern: RegExp) => given.get(name)?.match(pattern)?.[0];
  const number = (name: string) => {
    const digits = matching(name, /^[1-9]\d{0,15}$/);
    return digits === undefined ? undefined : Number(digits);
  };
  const day = (name: string) => {
    const text = matching(name, DAY);
    return text !== undefined && !Number.isNaN(Date.parse(text)) ? text : undefined;
  };
  const noun = matching('noun', WORD);
  const person = number('person');
  return withoutGaps({
    site: number('site'),
    // A person is a kind of its own.
    kind: person === undefined ? ACTORS.find((kind) => kind === given.get('kind')) : undefined,
    person,
    action: matching('action', WORD),
    noun,
    id: noun === undefined ? undefined : given.get('id')?.slice(0, LONGEST_ID) || undefined,
    from: day('from'),
    to: day('to'),
  });
}

/** The names in the order that the address has, however the filters were chosen. */
const NAMES = ['site', 'kind', 'person', 'action', 'noun', 'id', 'from', 'to'] as const;

/** Empty, or with its question mark. */
export function searchText(search: AuditSearch): string {
  const given = NAMES.filter((name) => search[name]).map((name) => [name, String(search[name])]);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function withoutGaps(search: AuditSearch): AuditSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** The parameters of the API. Days are those of the reader, and `to` is included; the API ends before it. */
export function parametersOf({ site, kind, person, action, noun, id, from, to }: AuditSearch) {
  return withoutUndefined({
    site_id: site,
    actor_kind: kind,
    person_id: person,
    action,
    noun,
    noun_id: id,
    from: from && midnight(from, 0),
    to: to && midnight(to, 1),
  });
}

/** The midnight of the reader that begins a day. */
function midnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

function withoutUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>; // its own entries
}

/** The file of everything that matches. */
export function csvAddress(search: AuditSearch): string {
  const given = Object.entries(parametersOf(search)).map(([name, value]) => [name, String(value)]);
  return `/v1/manage/audit?${new URLSearchParams([...given, ['format', 'csv']])}`;
}
