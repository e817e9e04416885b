/** Decides about items: blocks first, then rules in their order. The first that publishes, holds or rejects decides. */
import { hostName } from './hosts.ts';
import { languageOf } from './language.ts';
import { folded, patternOf, type Words } from './words.ts';

export type RuleAction = 'publish' | 'hold' | 'reject' | 'tag' | 'move';
export type BlockKind = 'word' | 'person' | 'domain';

/** All conditions that are given must be true; of a list, one. */
export interface RuleMatch {
  words?: string[];
  people?: string[];
  domains?: string[];
  has_image?: boolean;
  older_than_hours?: number;
  daily_cap?: number;
  languages?: string[];
  is_reply?: boolean;
  min_followers?: number;
  max_followers?: number;
}

export interface Rule {
  id: number;
  source_id: number | null;
  name: string;
  match: RuleMatch;
  action: RuleAction;
  tags: string[];
  section_id: number | null;
}

export interface Block {
  kind: BlockKind;
  value: string;
}

/** What rules see of an item. */
export interface Judged {
  sourceId: number;
  words: Words;
  /** Everyone it credits. */
  people: readonly string[];
  /** Hosts of its page, links, pictures and enclosures. */
  hosts: readonly string[];
  hasImage: boolean;
  /** Those that it names. */
  languages: readonly string[];
  isReply: boolean;
  /** Of its poster; null: unknown. */
  followers: number | null;
  publishedAt: Date | null;
  /** Items that its source brought in the 24 hours before. */
  broughtToday: number;
}

export interface Verdict {
  /** Null: no rule decided. */
  action: 'publish' | 'hold' | 'reject' | null;
  ruleId: number | null;
  reason: string | null;
  tags: string[];
  sectionId: number | null;
  /** Every rule that matched, decisive or not. */
  matched: number[];
}

export type Judge = (item: Judged, now: Date) => Verdict;

const HOUR = 3_600_000;

/** Patterns are compiled once for many items. */
export function judgeOf(rules: readonly Rule[], blocks: readonly Block[]): Judge {
  const isBlocked = blocks.map((block) => ({ block, test: blockTest(block) }));
  const tests = rules.map((rule) => ({ rule, test: ruleTest(rule) }));
  return (item, now) => {
    const blocked = isBlocked.find(({ test }) => test(item));
    if (blocked) return { ...UNDECIDED, action: 'reject', reason: blockReason(blocked.block) };
    return verdictOf(tests.filter(({ test }) => test(item, now)).map(({ rule }) => rule));
  };
}

export const UNDECIDED: Verdict = { action: null, ruleId: null, reason: null, tags: [], sectionId: null, matched: [] };

function verdictOf(matching: Rule[]): Verdict {
  const at = matching.findIndex(({ action }) => action !== 'tag' && action !== 'move');
  const applied = at < 0 ? matching : matching.slice(0, at + 1);
  const decisive = at < 0 ? undefined : matching[at];
  return {
    action: (decisive?.action ?? null) as Verdict['action'], // neither tag nor move, by the search above
    ruleId: decisive?.id ?? null,
    reason: decisive && decisive.action !== 'publish' ? `The rule “${decisive.name}” says ${decisive.action}.` : null,
    tags: applied.flatMap(({ action, tags }) => (action === 'tag' ? tags : [])),
    sectionId: applied.find(({ action }) => action === 'move')?.section_id ?? null,
    matched: applied.map(({ id }) => id),
  };
}

const blockReason = ({ kind, value }: Block) => `The ${kind} “${value}” is blocked.`;

function blockTest({ kind, value }: Block): (item: Judged) => boolean {
  if (kind === 'word') {
    const pattern = patternOf(value);
    return ({ words }) => pattern(words);
  }
  return kind === 'person' ? isBy([value]) : isLinkedTo([value]);
}

function ruleTest({ source_id, match }: Rule): (item: Judged, now: Date) => boolean {
  const { people, domains, has_image, older_than_hours, daily_cap, languages, is_reply } = match;
  const words = match.words?.map(patternOf);
  const conditions: ((item: Judged, now: Date) => boolean)[] = [
    ...(source_id === null ? [] : [({ sourceId }: Judged) => sourceId === source_id]),
    ...(words ? [(item: Judged) => words.some((pattern) => pattern(item.words))] : []),
    ...(people ? [isBy(people)] : []),
    ...(domains ? [isLinkedTo(domains)] : []),
    ...(has_image === undefined ? [] : [({ hasImage }: Judged) => hasImage === has_image]),
    ...(older_than_hours === undefined ? [] : [isOlderThan(older_than_hours)]),
    ...(languages ? [isInOneOf(languages)] : []),
    ...(is_reply === undefined ? [] : [({ isReply }: Judged) => isReply === is_reply]),
    ...followersTests(match),
    ...(daily_cap === undefined ? [] : [({ broughtToday }: Judged) => broughtToday >= daily_cap]),
  ];
  return (item, now) => conditions.every((condition) => condition(item, now));
}

function isInOneOf(languages: string[]): (item: Judged) => boolean {
  const wanted = new Set(languages.map(languageOf));
  return (item) => item.languages.some((language) => wanted.has(language));
}

/** An unknown count is neither small nor large. */
function followersTests({ min_followers: min, max_followers: max }: RuleMatch): ((item: Judged) => boolean)[] {
  if (min === undefined && max === undefined) return [];
  return [({ followers }) => followers !== null && followers >= (min ?? 0) && followers <= (max ?? followers)];
}

const isOlderThan =
  (hours: number) =>
  ({ publishedAt }: Judged, now: Date) =>
    publishedAt !== null && now.getTime() - publishedAt.getTime() > hours * HOUR;

function isBy(people: string[]): (item: Judged) => boolean {
  const names = new Set(people.map(personName).filter((name) => name !== ''));
  return (item) => item.people.some((person) => names.has(personName(person)));
}

/** The spelling in which people are compared. */
export const personName = (name: string) => folded(name).replace(/\s+/g, ' ').trim();

/** The spelling in which domains are compared. */
export const domainName = (domain: string) =>
  domain
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\.|[/:].*$|\.$/g, '');

function isLinkedTo(domains: string[]): (item: Judged) => boolean {
  const names = domains.map((domain) => hostName(domainName(domain))).filter((name) => name !== '');
  return ({ hosts }) => hosts.some((host) => names.some((name) => host === name || host.endsWith(`.${name}`)));
}
