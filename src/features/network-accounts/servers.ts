/** Which servers an account may name: as feeds and webhooks, none of the own network. Names are resolved, and checked again, when they are asked. */
import { receiverOf } from '../../core/addresses.ts';
import { invalidBody } from '../../core/errors.ts';

export interface Servers {
  allowPrivate: boolean;
}

export function refuseServer({ server }: { server?: string | null | undefined }, { allowPrivate }: Servers): void {
  if (!server) return;
  const receiver = receiverOf(`https://${server}/`, allowPrivate);
  if (typeof receiver === 'string') throw invalidBody([{ path: '/server', message: receiver }]);
}
