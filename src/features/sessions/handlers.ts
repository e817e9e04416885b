import type { manageApi } from '../../contract/routes.ts';
import { forbidden } from '../../core/errors.ts';
import { confirmOptions, signInOptions } from '../accounts/passkeys.ts';
import { me } from '../accounts/present.ts';
import { signedIn } from '../accounts/signed-in.ts';
import type { SignInTools } from '../accounts/ways.ts';
import { type Handlers, Versioned, WithSession } from '../handler.ts';
import {
  changeMe,
  changePassword,
  confirmSession,
  deleteAllSessions,
  deleteSession,
  present,
  signIn,
  signInWithPasskey,
} from './commands.ts';
import { session } from './present.ts';
import { sessionRows } from './queries.ts';

export const manageSessions = ({ passwords, ways }: SignInTools): Handlers<typeof manageApi.sessions> => ({
  async ways() {
    const { passwordsAreOn, passkeyHosts, issuerName } = ways();
    const oidc = issuerName === null ? null : { name: issuerName };
    return { sign_in: { password: passwordsAreOn, passkey: passkeyHosts.length > 0, oidc } };
  },
  async create(db, { body, client }) {
    const { person, token } = await signIn(db, passwords, body, client);
    return new WithSession({ person: me(person) }, token);
  },
  async passkeyOptions(db, { body, client }) {
    return { passkey_options: await signInOptions(db, client, body.email) };
  },
  async signInWithPasskey(db, { body, client }) {
    const { person, token } = await signInWithPasskey(db, body, client);
    return new WithSession({ person: me(person) }, token);
  },
  async confirmOptions(db, asked) {
    return { passkey_options: await confirmOptions(db, asked.client, signedIn(asked)) };
  },
  async list(db, asked) {
    const { personId, sessionId } = signedIn(asked);
    return { sessions: (await sessionRows(db, personId, passwords)).map((row) => session(row, sessionId)) };
  },
  async confirm(db, asked) {
    const owner = signedIn(asked);
    const { personId, sessionId } = owner;
    await confirmSession(db, passwords, owner, asked.body, asked.client);
    const row = (await sessionRows(db, personId, passwords)).find(({ id }) => id === sessionId);
    if (!row) throw forbidden('This session has ended.');
    return { session: session(row, sessionId) };
  },
  async signOut(db, asked) {
    const { personId, sessionId } = signedIn(asked);
    await deleteSession(db, personId, sessionId, asked.caller);
    return new WithSession(undefined, null);
  },
  async remove(db, asked) {
    await deleteSession(db, signedIn(asked).personId, asked.params.id, asked.caller);
    return undefined;
  },
  async removeAll(db, asked) {
    await deleteAllSessions(db, signedIn(asked).personId, asked.caller);
    return new WithSession(undefined, null);
  },
});

export const manageMe = ({ passwords }: SignInTools): Handlers<typeof manageApi.me> => ({
  async read(db, asked) {
    const person = await present(db, signedIn(asked).personId);
    return new Versioned({ person: me(person) }, person.version);
  },
  async change(db, asked) {
    const person = await changeMe(db, signedIn(asked).personId, asked.body, asked);
    return new Versioned({ person: me(person) }, person.version);
  },
  async setPassword(db, asked) {
    const { personId, sessionId } = signedIn(asked);
    const person = await present(db, personId);
    const token = await changePassword(db, passwords, { person, sessionId }, asked.body, asked.client);
    return new WithSession({ person: me(person) }, token);
  },
});
