import type { manageApi } from '../../contract/routes.ts';
import { utc } from '../../core/time.ts';
import { me } from '../accounts/present.ts';
import type { SignInTools } from '../accounts/ways.ts';
import { type Handlers, Versioned, WithSession } from '../handler.ts';
import { changePerson, deletePerson, noSuchPerson } from './commands.ts';
import { person } from './present.ts';
import { personCount, personOn, personPage } from './queries.ts';
import { acceptReset, createReset, openReset } from './resets.ts';

const PAGE_SIZE = 20;

export const managePeople = ({ ways }: SignInTools): Handlers<typeof manageApi.people> => ({
  async list(db, { sites, query }) {
    const { count = PAGE_SIZE, page = 1 } = query;
    const rows = await personPage(db, sites, count, (page - 1) * count);
    const meta = { total_count: await personCount(db, sites), count: rows.length };
    return { people: rows.map((row) => person(row, sites)), meta };
  },
  async read(db, { params, sites }) {
    const row = await personOn(db, params.id, sites);
    if (!row) throw noSuchPerson();
    return new Versioned({ person: person(row, sites) }, row.version);
  },
  async change(db, asked) {
    const row = await changePerson(db, asked.params.id, asked.body, asked, ways());
    return new Versioned({ person: person(row, asked.sites) }, row.version);
  },
  async remove(db, asked) {
    await deletePerson(db, asked.params.id, asked, ways());
    return undefined;
  },
  async resetPassword(db, { params, caller }) {
    const { token, expires_at } = await createReset(db, params.id, caller);
    return { password_reset: { token, expires_at: utc(expires_at) } };
  },
});

export const managePasswordResets = ({ passwords }: SignInTools): Handlers<typeof manageApi.passwordResets> => ({
  async read(db, { params }) {
    const { email, expires_at } = await openReset(db, params.token);
    return { password_reset: { email, expires_at: utc(expires_at) } };
  },
  async accept(db, { params, body, client }) {
    const { person: row, token } = await acceptReset(db, passwords, params.token, body.password, client);
    return new WithSession({ person: me(row) }, token);
  },
});
