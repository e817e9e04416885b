import { randomBytes } from 'node:crypto';
import type { contentApi, manageApi } from '../../contract/routes.ts';
import { badParameter, forbidden } from '../../core/errors.ts';
import { withFields } from '../../core/fields.ts';
import { idOfCookies, signedId, VISITOR_COOKIE, type Visitor, visitorHash } from '../../core/visitor.ts';
import { type Cookie, type Handlers, type RequestClient, WithCookie } from '../handler.ts';
import { castVote, setLike } from './commands.ts';
import { like } from './present.ts';
import { servedLikes, visitorSecret } from './queries.ts';

const LONGEST_VISITOR = 200;
const ID_BYTES = 16;
const YEAR_SECONDS = 365 * 86_400;

export const contentLikes: Handlers<Pick<typeof contentApi, 'listLikes' | 'voteOnArticle'>> = {
  async listLikes(db, { site, query }) {
    const rows = await servedLikes(db, site.id);
    const likes = rows.map((row) => withFields(like(row), query.fields));
    return { meta: { total_count: null, count: likes.length }, likes };
  },
  async voteOnArticle(db, { site, params, body: { vote }, client }) {
    if (!site.voting_enabled) throw forbidden('This site does not accept votes.');
    const secret = await visitorSecret(db);
    const known = knownVisitor(client, secret);
    // A visitor who never voted has nothing to withdraw and gets no cookie.
    const visitor = known ?? (vote === 'none' ? null : newVisitor());
    const hash = visitor && visitorHash(secret, site.id, visitor);
    const answer = { like: like(await castVote(db, site.id, params.article_id, { visitor: hash, vote })) };
    return known || !visitor ? answer : new WithCookie(answer, cookieOf(site.id, signedId(secret, visitor.id)));
  },
};

export const manageLikes: Handlers<typeof manageApi.likes> = {
  async set(db, { site, params, body, caller, ifMatch }) {
    return { like: like(await setLike(db, site.id, params.article_id, body, { caller, ifMatch })) };
  },
};

function knownVisitor({ visitor, cookies }: RequestClient, secret: Buffer): Visitor | null {
  if (visitor === undefined) {
    const id = idOfCookies(secret, cookies);
    return id === null ? null : { by: 'cookie', id };
  }
  if (visitor.length === 0 || visitor.length > LONGEST_VISITOR)
    throw badParameter('X-Visitor', `X-Visitor must have 1 to ${LONGEST_VISITOR} characters.`);
  return { by: 'header', id: visitor };
}

function newVisitor(): Visitor {
  return { by: 'cookie', id: randomBytes(ID_BYTES).toString('base64url') };
}

/** The cookie is sent only to this site's votes. */
function cookieOf(siteId: number, value: string): Cookie {
  return { name: VISITOR_COOKIE, value, path: `/v1/sites/${siteId}/likes`, maxAge: YEAR_SECONDS };
}
