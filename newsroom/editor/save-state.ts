/**
 * Saving as a state machine, without clock, network or DOM. One request is in flight at a time. Changes are saved after a
 * pause of one second, and at least every ten seconds. A response never changes a field: it only confirms what is saved.
 */
import { type Fields, isSame, type Merged, mergeFields } from './merge.ts';

export const REST = 1_000;
export const LONGEST_WAIT = 10_000;
const FIRST_RETRY = 2_000;
const LONGEST_RETRY = 30_000;

export interface Stored {
  /** 0 until it is saved for the first time. */
  version: number;
  fields: Fields;
}

export interface Request {
  version: number;
  fields: Fields;
  /** Saved on purpose: a revision of its own. */
  isDeliberate: boolean;
}

export interface Problem {
  path: string;
  message: string;
}

export type Pause = 'signed-out' | 'gone' | 'forbidden';

export interface SaveState {
  /** The stored version, as last read. */
  base: Stored;
  /** Unsaved changes made here. */
  mine: Fields;
  inFlight: Request | undefined;
  /** A request without a response. It is retried unchanged, so at most one has an unknown outcome. */
  lost: Request | undefined;
  /** A version that someone else saved, while the person resolves the conflict. */
  theirs: Stored | undefined;
  /** My whole version before the conflict was resolved, to be saved as a separate revision. */
  parked: Fields | undefined;
  /** Values that the service refused, with reasons. They are not sent again until they change. */
  refused: Readonly<Record<string, { value: unknown; message: string }>>;
  wantsSave: boolean;
  pause: Pause | undefined;
  firstChange: number | undefined;
  lastChange: number;
  retryAt: number;
  failures: number;
}

export type Status = 'saved' | 'waiting' | 'saving' | 'device' | 'conflict' | 'refused' | Pause;

export function startSaving(base: Stored, mine: Fields = {}, lost?: Request, parked?: Fields): SaveState {
  const firstChange = Object.keys(mine).length > 0 || lost ? 0 : undefined;
  return {
    base,
    mine,
    lost,
    inFlight: undefined,
    theirs: undefined,
    parked,
    refused: {},
    wantsSave: false,
    pause: undefined,
    firstChange,
    lastChange: 0,
    retryAt: 0,
    failures: 0,
  };
}

export function edited(state: SaveState, fields: Fields, now: number): SaveState {
  const mine = { ...state.mine, ...fields };
  const unsure = { ...state.parked, ...state.lost?.fields, ...state.inFlight?.fields };
  for (const field of Object.keys(fields)) {
    if (!(field in unsure) && isSame(mine[field], state.base.fields[field])) delete mine[field];
  }
  return { ...state, mine, firstChange: state.firstChange ?? now, lastChange: now };
}

export function saveAsked(state: SaveState): SaveState {
  return { ...state, wantsSave: true, retryAt: 0 };
}

/** When the next request is due; undefined if there is nothing to send, or no connection or session. */
export function dueAt(state: SaveState): number | undefined {
  if (state.inFlight || state.pause || state.theirs) return undefined;
  if (state.lost || state.parked) return state.retryAt;
  if (state.wantsSave) return state.retryAt;
  if (Object.keys(sendable(state)).length === 0) return undefined;
  const rest = Math.min(state.lastChange + REST, (state.firstChange ?? state.lastChange) + LONGEST_WAIT);
  return Math.max(rest, state.retryAt);
}

export function begun(state: SaveState): SaveState & { inFlight: Request } {
  return { ...state, inFlight: state.lost ?? nextRequest(state), firstChange: undefined };
}

/** The answer to the request in flight: this is stored now. */
export function saved(state: SaveState, stored: Stored): SaveState {
  const { inFlight, parked } = state;
  if (inFlight === undefined) return state;
  const mine = { ...state.mine };
  for (const [field, value] of Object.entries(inFlight.fields)) if (isSame(mine[field], value)) delete mine[field];
  const hasMore = Object.keys(mine).length > 0;
  return {
    ...state,
    base: stored,
    mine,
    inFlight: undefined,
    lost: undefined,
    parked: parked && isSame(parked, inFlight.fields) ? undefined : parked,
    wantsSave: state.wantsSave && (hasMore || !inFlight.isDeliberate),
    firstChange: hasMore ? (state.firstChange ?? state.lastChange) : undefined,
    failures: 0,
    retryAt: 0,
  };
}

/** No response, or one that leaves the outcome unknown. */
export function failed(state: SaveState, now: number): SaveState {
  const wait = Math.min(FIRST_RETRY * 2 ** state.failures, LONGEST_RETRY);
  return {
    ...state,
    lost: state.inFlight ?? state.lost,
    inFlight: undefined,
    failures: state.failures + 1,
    retryAt: now + wait,
    firstChange: state.firstChange ?? state.lastChange,
  };
}

/** The request was not carried out; it is sent again after a pause. */
export function postponed(state: SaveState, now: number): SaveState {
  const { lost } = state;
  return { ...failed(state, now), lost };
}

/** Someone else saved. Merges what it can; conflicts wait for the person. */
export function overtaken(state: SaveState, theirs: Stored): { state: SaveState; merged: Merged } {
  const merged = merging(state, theirs);
  // What was forbidden may be allowed in another state of the article.
  const pause = state.pause === 'forbidden' ? undefined : state.pause;
  const open = { ...state, pause, inFlight: undefined, parked: undefined, failures: 0, retryAt: 0 };
  if (needsChoice(merged)) return { state: { ...open, theirs }, merged };
  return { state: settled(open, theirs, merged.fields), merged };
}

/** Mine and theirs as they are now, to choose from. */
export function merging({ base, mine, lost }: SaveState, theirs: Stored): Merged {
  return mergeFields(base.fields, mine, theirs.fields, lost?.fields);
}

export function needsChoice({ conflicts, body }: Merged): boolean {
  return conflicts.length > 0 || (body ?? []).some((part) => 'base' in part);
}

/** The conflict is resolved. Changes of mine that the choice drops are first saved as a separate revision (`parked`). */
export function chosen(state: SaveState, fields: Fields, parked?: Fields): SaveState {
  if (state.theirs === undefined) return state;
  const next = { ...settled(state, state.theirs, fields), theirs: undefined, wantsSave: true };
  return parked ? { ...next, mine: fields, parked } : next;
}

export function paused(state: SaveState, pause: Pause): SaveState {
  return { ...state, pause, inFlight: undefined, lost: state.lost };
}

export function resumed(state: SaveState): SaveState {
  return { ...state, pause: undefined, retryAt: 0 };
}

/** Values that were refused wait for a change; the other fields are saved without them. */
export function refusedBy(state: SaveState, problems: Problem[], now: number): SaveState {
  const sent = state.inFlight?.fields ?? {};
  const named = problems.flatMap(({ path, message }) => {
    const field = path.split('/').find((part) => part in sent);
    return field === undefined ? [] : [[field, { value: sent[field], message }] as const];
  });
  const all = Object.keys(sent).map(
    (field) => [field, { value: sent[field], message: problems[0]?.message ?? '' }] as const,
  );
  const refused = { ...state.refused, ...Object.fromEntries(named.length > 0 ? named : all) };
  return { ...state, inFlight: undefined, lost: undefined, parked: undefined, refused, wantsSave: false, retryAt: now };
}

export function problemsOf({ mine, refused }: SaveState): Record<string, string> {
  const still = Object.entries(refused).filter(([field, { value }]) => field in mine && isSame(mine[field], value));
  return Object.fromEntries(still.map(([field, { message }]) => [field, message]));
}

export function statusOf(state: SaveState): Status {
  if (state.pause) return state.pause;
  if (state.theirs) return 'conflict';
  if (state.inFlight) return state.failures > 0 ? 'device' : 'saving';
  if (state.lost || state.failures > 0) return 'device';
  if (Object.keys(problemsOf(state)).length > 0) return 'refused';
  return Object.keys(state.mine).length > 0 || state.wantsSave ? 'waiting' : 'saved';
}

function nextRequest(state: SaveState): Request {
  const { base, parked, wantsSave } = state;
  if (parked) return { version: base.version, fields: parked, isDeliberate: true };
  return { version: base.version, fields: sendable(state), isDeliberate: wantsSave };
}

function sendable({ mine, refused }: SaveState): Fields {
  const entries = Object.entries(mine).filter(
    ([field, value]) => !(field in refused && isSame(refused[field]?.value, value)),
  );
  return Object.fromEntries(entries);
}

/** Theirs is what is stored; mine is what differs from it. */
function settled(state: SaveState, theirs: Stored, fields: Fields): SaveState {
  const mine = Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => !isSame(value, theirs.fields[field])),
  );
  return { ...state, base: theirs, mine, lost: undefined, firstChange: state.firstChange ?? state.lastChange };
}
