/** Everything that the two APIs answer of a site, route by route of the contract, with every page of every list. */
import { ADMIN, type TestApp } from '../../../test/app.ts';
import { contentApi, manageApi } from '../../contract/routes.ts';
import type { Row } from '../../contract/row.ts';
import type { Api } from '../../features/handler.ts';
import { rowsOf } from '../../http/bind.ts';

export type Answers = Map<string, unknown>;

/** Ways of asking; a route is asked in those that it knows. */
const WAYS = [
  '',
  'count=3',
  'count=100&fields=id,title,name',
  'tags=sea,land',
  'tags=sea,herring&tag_filter_type=all',
  'sideloading=true',
  'sideloading=false',
  'article_url=silakka-3',
  'date=2026-10',
  'category=music',
  'state=published',
];
const SEARCHES = ['silakka', 'meri', 'tekst', 'slakka', 'edited', '"silakka 3"', 'unfinished', 'herring'];

/** Not compared here: what differs between installations (keys, people, webhooks, audit, the change feed) and what is not exported. */
const LEFT_OUT =
  /^\/v1\/(previews|guest|forms)|^\/v1\/manage\/(intake\/hold|api-keys|audit|campaigns|sites$|sites\/:site_id\/(activity|changes|webhooks|live|articles\/:uid\/previews|network-accounts\/authorizations|pending-articles\/:uid$)|setup|sessions|me$|me\/saved-views|demo|operations|people|invitations|password-resets)/;

export async function everything(app: TestApp, site: number, apis: Api[] = [contentApi, manageApi]): Promise<Answers> {
  const ids = await identities(app, site);
  const answers: Answers = new Map();
  for (const { row } of apis.flatMap((api) => rowsOf(api))) {
    if (row.method !== 'GET' || LEFT_OUT.test(row.path)) continue;
    await Promise.all(addresses(row, site, ids).map((path) => walk(app, path, answers)));
  }
  return answers;
}

type Identities = Record<string, (number | string)[]>;

async function identities(app: TestApp, site: number): Promise<Identities> {
  const get = (path: string) => app.manage('GET', `/sites/${site}/${path}?count=100`);
  const of = async (path: string, key: string) => (await get(path))[key].map(({ id }: { id: number }) => id);
  const { articles } = await get('articles');
  return {
    section_id: await of('sections', 'sections'),
    author_id: await of('authors', 'authors'),
    article_category_id: await of('article-categories', 'categories'),
    featured_item_container_id: await of('featured-item-containers', 'featured_item_containers'),
    page_id: await of('pages', 'pages'),
    issue_id: await of('issues', 'issues'),
    event_id: await of('events', 'events'),
    article_id: articles.flatMap(({ id }: { id: number | null }) => id ?? []),
    uid: articles.map(({ uid }: { uid: string }) => uid),
    number: [1, 3],
    id: [1, 2, 3, 4, 5, 6, 7, 8],
  };
}

/** The addresses of a route: of every thing that there is, asked for in every way. */
function addresses({ path, query }: Row, site: number, ids: Identities): string[] {
  let paths = [path.replace(':site_id', String(site))];
  for (const [, name = ''] of path.matchAll(/:(\w+)/g)) {
    if (name === 'site_id') continue;
    const known = ids[name];
    if (!known) throw new Error(`Which ${name} there are is not known.`);
    paths = paths.flatMap((one) => known.map((id) => one.replace(`:${name}`, String(id))));
  }
  const ways = 'q' in query && path.includes('/search/') ? SEARCHES.map((q) => `q=${encodeURIComponent(q)}`) : WAYS;
  const known = ways.filter((way) => [...new URLSearchParams(way).keys()].every((name) => name in query));
  return paths.flatMap((one) => known.map((way) => (way ? `${one}?${way}` : one)));
}

async function walk(app: TestApp, path: string, answers: Answers): Promise<void> {
  const { status, text, body, headers } = await app.get(path, { token: path.includes('/manage/') ? ADMIN : null });
  // The snapshot that a list is read as of counts the transactions of one server; its tag is made of the text.
  const asOf = body?.meta?.as_of;
  answers.set(
    path,
    comparable(path, { status, text: asOf ? text.replace(asOf, '') : text, etag: asOf ? null : headers.get('etag') }),
  );
  const older = body?.pagination?.older;
  if (older && !answers.has(older)) await walk(app, older.replace(/^https?:\/\/[^/]+/, ''), answers);
}

/** An account is connected at its network once: what an import makes of it has to be connected again. */
function comparable(path: string, answer: { status: number; text: string; etag: string | null }) {
  if (!path.includes('/network-accounts')) return answer;
  const text = answer.text.replaceAll(/"way":"oauth","connected_as":"[^"]*"/g, '"way":"token","connected_as":null');
  return { ...answer, text, etag: null };
}
