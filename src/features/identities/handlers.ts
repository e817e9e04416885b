import { createHash } from 'node:crypto';
import type { manageApi } from '../../contract/routes.ts';
import { notFound } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Purpose, SECONDS } from '../accounts/challenges.ts';
import type { Client } from '../accounts/proof.ts';
import { type SessionOwner, signedIn } from '../accounts/signed-in.ts';
import type { SignInTools } from '../accounts/ways.ts';
import { type Cookie, type Handlers, Redirected, WithCookie, WithSession } from '../handler.ts';
import { beginFlow, type Completed, completeFlow, deleteIdentity } from './commands.ts';
import type { Oidc } from './oidc.ts';
import { identity } from './present.ts';
import { identityRows } from './queries.ts';

const CALLBACK = '/v1/manage/oidc/callback';

export interface IdentityTools extends SignInTools {
  /** Null without OIDC_ISSUER. */
  oidc: Oidc | null;
  publicUrl(): string;
}

export const manageIdentities = (tools: IdentityTools): Handlers<typeof manageApi.identities> => ({
  async list(db, asked) {
    return { identities: (await identityRows(db, signedIn(asked).personId)).map(identity) };
  },
  signIn: (db, { body, client }) => begun(db, tools, { purpose: 'sign_in', returnTo: body.return_to }, client),
  link(db, asked) {
    const flow = { purpose: 'add' as const, holder: signedIn(asked), returnTo: asked.body.return_to };
    return begun(db, tools, flow, asked.client);
  },
  confirm(db, asked) {
    const flow = { purpose: 'confirm' as const, holder: signedIn(asked), returnTo: asked.body.return_to };
    return begun(db, tools, flow, asked.client);
  },
  async callback(db, { query, client }) {
    const place = { redirectUri: tools.publicUrl() + CALLBACK, client, passwords: tools.passwords };
    const secret = cookieValue(client.cookies, cookieName(tools.publicUrl()));
    const done = await completeFlow(db, provider(tools), query, secret, place);
    return redirection(tools.publicUrl(), done);
  },
  async remove(db, asked) {
    return new WithSession(undefined, await deleteIdentity(db, signedIn(asked), asked.params.id, tools.ways()));
  },
});

async function begun(
  db: Db | Tx,
  tools: IdentityTools,
  flow: { purpose: Purpose; holder?: SessionOwner; returnTo: string | undefined },
  client: Client,
) {
  const place = { redirectUri: tools.publicUrl() + CALLBACK, client };
  const { url, secret } = await beginFlow(db, provider(tools), flow, place);
  return new WithCookie({ authorization: { url } }, cookie(tools.publicUrl(), secret, SECONDS.oidc));
}

/** Back to the page that began the flow; the address has the reason of a failure. */
function redirection(publicUrl: string, { returnTo, token, refusal }: Completed): Redirected {
  const error = refusal ? `${returnTo.includes('?') ? '&' : '?'}sign_in_error=${refusal}` : '';
  return new Redirected(`${publicUrl}${returnTo}${error}`, { token, cookie: cookie(publicUrl, '', 0) });
}

function provider({ oidc }: IdentityTools): Oidc {
  if (!oidc) throw notFound('OpenID Connect is not set up on this installation (OIDC_ISSUER).');
  return oidc;
}

/** A provider sends the browser back from another site: `Lax` cookies come along. */
function cookie(publicUrl: string, value: string, maxAge: number): Cookie {
  return { name: cookieName(publicUrl), value, path: '/', maxAge };
}

/** Named like the session cookie: cookies ignore ports, and `__Host-` needs https. */
function cookieName(publicUrl: string): string {
  const hash = createHash('sha256').update(publicUrl).digest('hex').slice(0, 8);
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}masthead-oidc-${hash}`;
}

function cookieValue(cookies: string, name: string): string {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}
