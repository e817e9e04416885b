/**
 * Networks whose accounts sign in with a password: requests have the token of a session, which is stored and renewed, because networks
 * allow few sign-ins. Two processes may renew a session at the same time; the one that is late takes what the other one stored.
 */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { AccountRow } from '../features/network-accounts/queries.ts';
import { type Answered, type Asking, NetworkProblem, type Session, type Sessions } from '../networks/connector.ts';

export type Send = (asking: Asking, token: string | null) => Promise<Answered>;

interface Sealing {
  seal(text: string): Buffer;
  open(sealed: Buffer): string;
}

interface Stored {
  sealed: Buffer;
  session: Session;
}

export function askInSession(
  db: Db,
  secrets: Sealing,
  account: AccountRow,
  sessions: Sessions,
  send: Send,
): (asking: Asking) => Promise<Answered> {
  const { site_id, id } = account;

  /** Of this server, user and password: someone may have named others since the account was read. */
  async function stored(): Promise<Stored | null> {
    const { rows } = await sql<{ session: Buffer | null }>`
      select session from network_account
      where site_id = ${site_id} and id = ${id} and server is not distinct from ${account.server}
        and external_id is not distinct from ${account.external_id} and token is not distinct from ${account.token}::bytea`.execute(
      db,
    );
    if (!rows[0]) throw accountChanged();
    const sealed = rows[0].session;
    return sealed ? { sealed, session: JSON.parse(secrets.open(sealed)) } : null;
  }

  /** Unless the account was changed, or another process was faster. */
  async function store(session: Session, before: Stored | null): Promise<void> {
    const sealed = secrets.seal(JSON.stringify(session));
    await sql`
      update network_account set session = ${sealed}
      where site_id = ${site_id} and id = ${id} and version = ${account.version}
        and session is not distinct from ${before?.sealed ?? null}::bytea`.execute(db);
  }

  async function opened(before: Stored | null): Promise<Session> {
    const password = account.token ? secrets.open(account.token) : '';
    return accepted(await send(sessions.open(account.external_id ?? '', password), null), before);
  }

  async function renewed(before: Stored): Promise<Session> {
    try {
      return await accepted(await send(sessions.renew, before.session.refresh), before);
    } catch (error) {
      if (!isOver(error)) throw error;
      return opened(before);
    }
  }

  async function accepted({ body }: Answered, before: Stored | null): Promise<Session> {
    const session = sessions.read(body);
    if (!session) throw new NetworkProblem({ ...NO_SESSION });
    await store(session, before);
    return session;
  }

  return async (asking) => {
    const known = await stored();
    const { access } = known ? known.session : await opened(null);
    try {
      return await send(asking, access);
    } catch (error) {
      if (!isOver(error) || !known) throw error;
      const now = await stored();
      const isOther = now !== null && now.session.access !== access;
      return send(asking, (isOther ? now.session : await renewed(now ?? known)).access);
    }
  };
}

const NO_SESSION = {
  code: 'bad_response' as const,
  message: 'The network answered without the tokens of a session.',
  isDefinite: false,
};

/** Networks do not agree on how they refuse a token that has expired. */
const isOver = (error: unknown) =>
  error instanceof NetworkProblem && (error.code === 'token_expired' || error.code === 'token_invalid');

/** What is stored now is for another server, or was deleted. */
export const accountChanged = () => new NetworkProblem(ACCOUNT_CHANGED, { isOwnLimit: true });
const ACCOUNT_CHANGED = {
  code: 'rate_limited' as const,
  message: 'The account was changed while it was read; it is read again.',
  isDefinite: false,
};
