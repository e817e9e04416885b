/** Networks that are asked for one target after the other. A target that nobody has does not keep the others from being read. */
import type { FeedItem } from '../core/intake/feed.ts';
import type { Target, Wanted } from '../core/intake/networks/post.ts';
import { NetworkProblem, type Page, type Position, type TrackerCursor } from './connector.ts';

export interface TargetPage {
  items: FeedItem[];
  position: Position;
  /** There are more pages. */
  goesOn: boolean;
  /** Nothing of the target was read before. */
  isFirst: boolean;
  /** The next page cannot be read later: a poll that is interrupted begins again with the target. */
  isVolatile?: boolean;
}

type Read = (target: Target, known: Position) => Promise<TargetPage>;

export async function nextOfTargets(wanted: Wanted, cursor: TrackerCursor, read: Read): Promise<Page> {
  const { at: begun = 0, targets: positions = [], ...rest } = cursor;
  const at = Math.min(begun, wanted.targets.length - 1);
  const target = wanted.targets[at] as Target; // there is at least one
  const name = `${target.type}:${target.value}`;
  const known = positions.find((one) => one.target === name) ?? { target: name };
  const { items, position, goesOn, isFirst, isVolatile = false, problem } = await attempt(read, target, known);
  const next = goesOn ? at : at + 1;
  const isLast = next >= wanted.targets.length;
  const others = positions.filter((one) => one.target !== name);
  const cursorWith = (one: Position) => ({ ...rest, targets: [...others, one], ...(isLast ? {} : { at: next }) });
  const { page: _, newest: __, ...whole } = known;
  return {
    ...{ items, isLast, isFirst, cursor: cursorWith(position) },
    ...(goesOn && isVolatile ? { stored: cursorWith(whole) } : {}),
    ...(problem ? { problem } : {}),
  };
}

async function attempt(read: Read, target: Target, known: Position): Promise<TargetPage & Pick<Page, 'problem'>> {
  try {
    return await read(target, known);
  } catch (error) {
    if (!(error instanceof NetworkProblem) || !(error.code === 'not_found' || error.isOfTarget)) throw error;
    const { page: _, newest: __, ...position } = known;
    return { items: [], position, goesOn: false, isFirst: false, problem: error };
  }
}
