/** How requests change the state of an article. Pure. */
import type { Article, Body, State } from './model.ts';

/** The effect on the publication of an article. `at` is a future time. */
export type Change =
  | { action: 'publish'; published_at: number | null; at?: number | null }
  | {
      action: 'save' | 'unpublish';
      state: State;
      publish_at: number | null;
      published_at: number | null;
      /** A schedule is set, perhaps for the time it had: it publishes what is saved now. */
      isScheduling?: boolean;
    };

/**
 * `scheduled` and a future `publish_at` imply each other, and leaving `scheduled` clears `publish_at`. A published article has no
 * schedule. Values that equal the stored ones are not validated again. A number is the status of a refusal.
 */
export function changeOf(now: number, before: Article, body: Body): Change | 409 | 422 {
  const { state = before.state, publish_at, published_at } = body;
  const isPublication = body.state === 'published';
  // A stored schedule that comes with "state": "published" stays a schedule: nothing is published early.
  const time = !isPublication && publish_at === before.publish_at ? undefined : publish_at;
  const date = published_at === before.published_at ? undefined : published_at;
  const at = time ?? date;
  if (at !== undefined && at > now) {
    if (body.state && !['scheduled', 'published'].includes(body.state)) return 422;
    if (before.published) return 409;
    const published = before.published_at;
    return { action: 'save', state: 'scheduled', publish_at: at, published_at: published, isScheduling: true };
  }
  if (isPublication) return { action: 'publish', published_at: at ?? before.published_at };
  if (typeof time === 'number') return 422;
  if (body.state === 'scheduled' && (before.state !== 'scheduled' || time === null)) return 422;
  const dated = { published_at: date ?? before.published_at };
  if (state !== before.state) return left(before, state, dated);
  if (before.published && date !== undefined) return 422;
  if (time === null) return { ...withdrawn(before), ...dated };
  return { action: 'save', state, publish_at: before.publish_at, ...dated };
}

/** A state is left for `draft`, `pending` or `unpublished`. */
function left(before: Article, state: State, dated: Pick<Article, 'published_at'>): Change | 409 {
  if (state !== 'unpublished') return before.published ? 409 : { action: 'save', state, publish_at: null, ...dated };
  return before.published || before.state === 'scheduled' ? { ...withdrawn(before), ...dated } : 409;
}

/** An unscheduled article is unpublished if it was published before, else a draft. */
export const withdrawn = ({ id }: Article) => ({
  action: 'unpublish' as const,
  state: id === null ? ('draft' as const) : ('unpublished' as const),
  publish_at: null,
});
