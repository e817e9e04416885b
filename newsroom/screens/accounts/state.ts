/** What the state of an account is called here, and whether someone must act. Pure. */
import { NETWORKS } from '../../../src/core/intake/networks/networks.ts';
import type { NetworkAccount } from '../../../src/sdk/client.ts';

export type ShownState = NetworkAccount['state'] | 'disconnected';

/** An account that was disconnected, or imported, has no token and no refusal yet. */
export function shownState({
  network,
  has_token,
  state,
}: Pick<NetworkAccount, 'network' | 'has_token' | 'state'>): ShownState {
  return !has_token && state === 'ok' && NETWORKS[network].account.token === 'needed' ? 'disconnected' : state;
}

/** Quotas begin again by themselves. */
export const needsPerson = (state: ShownState): boolean => state !== 'ok' && state !== 'quota';

/** Of all kinds of requests, the one that is used up most. */
export function fullest<Budget extends { used: number; ceiling: number }>(
  budgets: readonly Budget[],
): Budget | undefined {
  const share = ({ used, ceiling }: Budget) => used / Math.max(ceiling, 1);
  return budgets.toSorted((one, other) => share(other) - share(one))[0];
}
