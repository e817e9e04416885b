import type { manageApi } from '../../contract/routes.ts';
import { forbidden } from '../../core/errors.ts';
import type { Actor } from '../../core/rights.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { me } from '../accounts/present.ts';
import { type Handlers, Versioned, WithSession } from '../handler.ts';
import {
  changeMe,
  changePassword,
  confirmSession,
  deleteAllSessions,
  deleteSession,
  present,
  signIn,
} from './commands.ts';
import { session } from './present.ts';
import { sessionRows } from './queries.ts';

export const manageSessions = (passwords: Passwords): Handlers<typeof manageApi.sessions> => ({
  async create(db, { body, client }) {
    const { person, token } = await signIn(db, passwords, body, client);
    return new WithSession({ person: me(person) }, token);
  },
  async list(db, asked) {
    const { personId, sessionId } = signedIn(asked);
    return { sessions: (await sessionRows(db, personId)).map((row) => session(row, sessionId)) };
  },
  async confirm(db, asked) {
    const { personId, sessionId } = signedIn(asked);
    const person = await present(db, personId);
    await confirmSession(db, passwords, { person, sessionId }, asked.body.password, asked.client);
    const row = (await sessionRows(db, personId)).find(({ id }) => id === sessionId);
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

export const manageMe = (passwords: Passwords): Handlers<typeof manageApi.me> => ({
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

/** Rows that need the right `self` are called by people alone; this says so to the compiler. */
function signedIn({ caller, sessionId }: { caller: Actor; sessionId: number | null }) {
  if (caller.kind !== 'person' || caller.id === null || sessionId === null) throw forbidden('This needs a session.');
  return { personId: caller.id, sessionId };
}
