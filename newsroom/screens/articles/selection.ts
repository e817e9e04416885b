/** Which rows are selected: a plain set of uids, and where a range begins. */
import { useCallback, useState } from 'react';

export interface Selection {
  uids: ReadonlySet<string>;
  /** With `isRange`, everything from the row that was toggled last to this one. */
  toggle(uid: string, order: readonly string[], isRange: boolean): void;
  replace(uids: Iterable<string>): void;
}

interface State {
  uids: ReadonlySet<string>;
  anchor: string | null;
}

const NOTHING: State = { uids: new Set(), anchor: null };

export function toggled({ uids, anchor }: State, uid: string, order: readonly string[], isRange: boolean): State {
  const next = new Set(uids);
  const from = anchor === null ? -1 : order.indexOf(anchor);
  const to = order.indexOf(uid);
  if (isRange && from >= 0 && to >= 0) {
    for (const between of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(between);
    return { uids: next, anchor };
  }
  if (!next.delete(uid)) next.add(uid);
  return { uids: next, anchor: uid };
}

export function useSelection(): Selection {
  const [state, setState] = useState<State>(NOTHING);
  const toggle: Selection['toggle'] = useCallback(
    (uid, order, isRange) => setState((before) => toggled(before, uid, order, isRange)),
    [],
  );
  const replace = useCallback((uids: Iterable<string>) => setState({ uids: new Set(uids), anchor: null }), []);
  return { uids: state.uids, toggle, replace };
}
