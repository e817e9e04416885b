import type { manageApi } from '../../contract/routes.ts';
import { signedIn } from '../accounts/signed-in.ts';
import type { SignInTools } from '../accounts/ways.ts';
import { type Handlers, WithSession } from '../handler.ts';
import { addOptions, addPasskey, deletePasskey, renamePasskey } from './commands.ts';
import { passkey } from './present.ts';
import { passkeyRows } from './queries.ts';

export const managePasskeys = ({ ways }: SignInTools): Handlers<typeof manageApi.passkeys> => ({
  async list(db, asked) {
    return { passkeys: (await passkeyRows(db, signedIn(asked).personId)).map(passkey) };
  },
  async options(db, asked) {
    return { passkey_options: await addOptions(db, signedIn(asked), asked.client) };
  },
  async add(db, asked) {
    const { row, token } = await addPasskey(db, signedIn(asked), asked.body, asked.client);
    return new WithSession({ passkey: passkey(row) }, token);
  },
  async rename(db, asked) {
    return { passkey: passkey(await renamePasskey(db, signedIn(asked), asked.params.id, asked.body.name)) };
  },
  async remove(db, asked) {
    return new WithSession(undefined, await deletePasskey(db, signedIn(asked), asked.params.id, ways()));
  },
});
