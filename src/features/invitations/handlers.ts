import type { manageApi } from '../../contract/routes.ts';
import { utc } from '../../core/time.ts';
import { me } from '../accounts/present.ts';
import { personByEmail } from '../accounts/queries.ts';
import type { SignInTools } from '../accounts/ways.ts';
import { type Handlers, WithSession } from '../handler.ts';
import { acceptInvitation, createInvitation, deleteInvitation, openInvitation } from './commands.ts';
import { invitation } from './present.ts';
import { invitationCount, invitationPage } from './queries.ts';

const PAGE_SIZE = 20;

export const manageInvitations = (tools: SignInTools): Handlers<typeof manageApi.invitations> => ({
  async list(db, { sites, query }) {
    const { count = PAGE_SIZE, page = 1 } = query;
    const rows = await invitationPage(db, sites, count, (page - 1) * count);
    const meta = { total_count: await invitationCount(db, sites), count: rows.length };
    return { invitations: rows.map(invitation), meta };
  },
  async create(db, { body, caller }) {
    const made = await createInvitation(db, body, caller);
    return { invitation: { ...invitation(made), token: made.token } };
  },
  async remove(db, { params, caller }) {
    await deleteInvitation(db, params.id, caller);
    return undefined;
  },
  async read(db, { params }) {
    const { email, roles, sites, invited_by, expires_at, author_name } = await openInvitation(db, params.token);
    const has_account = (await personByEmail(db, email)) !== undefined;
    const invitation = { email, roles, sites, invited_by, expires_at: utc(expires_at) };
    return { invitation: { ...invitation, name: author_name, has_account } };
  },
  async accept(db, { params, body, client, now }) {
    const { person, token } = await acceptInvitation(db, tools, params.token, body, { client, now });
    return new WithSession({ person: me(person) }, token);
  },
});
