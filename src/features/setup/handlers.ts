import type { manageApi } from '../../contract/routes.ts';
import { me } from '../accounts/present.ts';
import { isSetUp, whoIsThere } from '../accounts/queries.ts';
import type { SignInTools } from '../accounts/ways.ts';
import { type Handlers, WithSession } from '../handler.ts';
import { setUp } from './commands.ts';

export const manageSetup = ({ passwords }: SignInTools): Handlers<typeof manageApi.setup> => ({
  async read(db) {
    const is_open = !(await isSetUp(db));
    const { has_demo, has_people } = await whoIsThere(db);
    return { setup: { is_open, has_demo: passwords.areOn && has_demo, has_people } };
  },
  async create(db, { body, client }) {
    const { person, token } = await setUp(db, passwords, body, client);
    return new WithSession({ person: me(person) }, token);
  },
});
