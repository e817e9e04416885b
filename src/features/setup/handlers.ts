import type { manageApi } from '../../contract/routes.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { me } from '../accounts/present.ts';
import { isSetUp } from '../accounts/queries.ts';
import { type Handlers, WithSession } from '../handler.ts';
import { setUp } from './commands.ts';

export const manageSetup = (passwords: Passwords): Handlers<typeof manageApi.setup> => ({
  async read(db) {
    return { setup: { is_open: !(await isSetUp(db)) } };
  },
  async create(db, { body, client }) {
    const { person, token } = await setUp(db, passwords, body, client);
    return new WithSession({ person: me(person) }, token);
  },
});
