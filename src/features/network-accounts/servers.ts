/** Which servers an account may name: as feeds and webhooks, none of the own network. Names are resolved, and checked again, when they are asked. */
import { receiverOf } from '../../core/addresses.ts';
import { invalidBody } from '../../core/errors.ts';

export interface Servers {
  allowPrivate: boolean;
  /** The hosts of simulators (`NETWORK_URLS`), which are in the own network; never in production. */
  simulators: ReadonlySet<string>;
}

export function refuseServer(
  { server }: { server?: string | null | undefined },
  { allowPrivate, simulators }: Servers,
): void {
  if (!server || simulators.has(server.toLowerCase())) return;
  const receiver = receiverOf(`https://${server}/`, allowPrivate);
  if (typeof receiver === 'string') throw invalidBody([{ path: '/server', message: receiver }]);
}
