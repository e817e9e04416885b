/**
 * The life of an article, as one table of states and transitions. Commands, the timer and the import follow it, and
 * docs/articles.md shows it. Pure.
 */
import { conflict, invalidBody } from './errors.ts';

export const STATES = ['draft', 'pending', 'scheduled', 'published', 'unpublished'] as const;
export type State = (typeof STATES)[number];

// biome-ignore format: a table
const ROWS = {
  // from:        draft        pending      scheduled      published      unpublished
  draft:       ['draft',     'draft',     'draft',       null,          'draft'],
  pending:     ['pending',   'pending',   'pending',     null,          'pending'],
  schedule:    ['scheduled', 'scheduled', 'scheduled',   null,          'scheduled'],
  unschedule:  [null,        null,        'unpublished', null,          null],
  publish:     ['published', 'published', 'published',   'published',   'published'],
  publishDue:  [null,        null,        'published',   null,          null],
  rejectDue:   [null,        null,        'pending',     null,          null],
  unpublish:   [null,        null,        'unpublished', 'unpublished', null],
  delete:      ['draft',     'pending',   'unpublished', 'unpublished', 'unpublished'],
  restore:     ['draft',     'pending',   null,          null,          'unpublished'],
} as const;

export type Action = keyof typeof ROWS;

/** The next state by action and current state; null if the action is not allowed. */
export const LIFECYCLE = Object.fromEntries(
  Object.entries(ROWS).map(([action, row]) => [
    action,
    Object.fromEntries(STATES.map((state, index) => [state, row[index] ?? null])),
  ]),
) as Record<Action, Record<State, State | null>>; // ROWS by name

/** The stored state of an article. */
export interface Life {
  state: State;
  /** Null until it is published for the first time. */
  id: number | null;
  publish_at: Date | null;
  published_at: Date | null;
}

/** The fields of a body; missing ones are undefined. */
export interface RequestedLife {
  state?: State | undefined;
  publish_at?: Date | null | undefined;
  published_at?: Date | null | undefined;
}

export interface Step {
  /** Null if the body does not change the state. */
  action: Action | null;
  /** When to publish, or the date to publish under; null leaves it to the publication. */
  at: Date | null;
  /** The date that the next publication gives the article. */
  datedBack: Date | null;
}

/** The state after an action, or null if it is not allowed. An article that was never public returns to `draft`. */
export function nextState(action: Action, { state, id }: Pick<Life, 'state' | 'id'>): State | null {
  const next = LIFECYCLE[action][state];
  return next === 'unpublished' && id === null ? 'draft' : next;
}

/** The same for a request; throws with a reason. */
export function requireNextState(action: Action, life: Pick<Life, 'state' | 'id'>): State {
  const next = nextState(action, life);
  if (next) return next;
  if (life.state !== 'published') throw conflict('This article is not published.');
  throw conflict(
    action === 'schedule'
      ? 'This article is published; publish its changes now, or unpublish it before you schedule it.'
      : 'This article is published; unpublish it first.',
  );
}

/** The state that a new article begins with, before it is scheduled or published. With an id it was public elsewhere. */
export function initialState({ state, id }: { state?: State | undefined; id?: number | null | undefined }): State {
  return state === 'pending' || (state === 'unpublished' && id) ? state : 'draft';
}

/**
 * The change that a body requests. Values that equal the stored ones are not checked again, so that clients can read an
 * article, edit it and send it back. Only `"state": "published"` keeps a repeated schedule: nothing is published early.
 */
export function requestedStep(requested: RequestedLife, life: Life, now: Date): Step {
  const { state } = requested;
  const publishAt = state === 'published' ? requested.publish_at : changed(requested.publish_at, life.publish_at);
  const publishedAt = changed(requested.published_at, life.published_at);
  const at = publishAt ?? publishedAt ?? null;
  if (at && at > now) {
    refuseFuture(state, publishAt ? 'publish_at' : 'published_at');
    return { action: 'schedule', at, datedBack: null };
  }
  refusePast(requested, publishAt, life);
  if (state === 'published') return { action: 'publish', at, datedBack: null };
  return { action: leaving(state, publishAt, life), at: null, datedBack: publishedAt ?? null };
}

/**
 * The state of an article after a line of an import. A line describes a state, not an action: it may withdraw a public
 * article, and a schedule that has passed is kept, and the timer publishes it at once.
 */
export function importedLife(line: RequestedLife, life: Life, now: Date): Pick<Life, 'state' | 'publish_at'> {
  const state = line.state ?? life.state;
  if (state === 'scheduled' && line.publish_at && line.publish_at <= now) return { state, publish_at: line.publish_at };
  const { action, at } = requestedStep(line, life, now);
  if (!action) return { state: life.state, publish_at: life.publish_at };
  if (state === 'published') refuseScheduleOfPublished(line, at, now);
  const from = state === 'published' ? life.state : action === 'unpublish' ? 'published' : 'unpublished';
  const next = requireNextState(action, { id: life.id, state: action === 'unschedule' ? life.state : from });
  return { state: next, publish_at: next === 'scheduled' ? at : null };
}

/** A file may have a public article with a time for its edits; articles here cannot have both. */
function refuseScheduleOfPublished({ published_at, publish_at }: RequestedLife, at: Date | null, now: Date): void {
  if (!publish_at || publish_at !== at || at <= now || !published_at || published_at > now) return;
  throw invalidBody([{ path: '/publish_at', message: 'requires the state scheduled, not published' }]);
}

function leaving(state: State | undefined, publishAt: Date | null | undefined, life: Life): Action | null {
  if (state && state !== life.state) return state === 'unpublished' ? 'unpublish' : (state as 'draft' | 'pending'); // the others are handled
  return publishAt === null ? 'unschedule' : null;
}

function refuseFuture(state: State | undefined, field: string): void {
  if (state === undefined || state === 'scheduled' || state === 'published') return;
  const message = `is in the future, which requires the state scheduled, not ${state}`;
  throw invalidBody([{ path: `/${field}`, message }]);
}

/** An article that is published now may have a past time; a scheduled one needs a future time. */
function refusePast({ state }: RequestedLife, publishAt: Date | null | undefined, life: Life): void {
  if (publishAt && state !== 'published') {
    const message = 'must be in the future; to publish now, send "state": "published"';
    throw invalidBody([{ path: '/publish_at', message }]);
  }
  if (state === 'scheduled' && (life.state !== 'scheduled' || publishAt === null))
    throw invalidBody([{ path: '/publish_at', message: 'is missing: a scheduled article has one' }]);
}

/** The value, if it is given and differs from the stored one. */
function changed(given: Date | null | undefined, stored: Date | null): Date | null | undefined {
  return given?.getTime() === stored?.getTime() ? undefined : given;
}
