import { cleanUp, fromTheStart } from '../../jobs/clean-up.ts';
import type { Storage } from '../../storage/storage.ts';
import { deleteSome } from './messages.ts';

export const oldMessages = (storage: Storage) =>
  cleanUp({
    name: 'delete old raw messages',
    kind: 'mail.forget',
    everySeconds: 3_600,
    deleteBatch: async (tx) => fromTheStart(await deleteSome(tx, { storage })),
  });
