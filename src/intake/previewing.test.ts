/** What a media tracker or a mailbox would bring, before it is saved: nothing of it is stored, and networks count it. */
import { beforeAll, expect, it } from 'vitest';
import { type ImapServer, imapServer } from './testing/imap.ts';
import { message } from './testing/mail.ts';
import { type Any, type NetworkDesk, networkDesk } from './testing/networks.ts';

let d: NetworkDesk;
beforeAll(async () => {
  d = await networkDesk();
});

const preview = async (fields: object, status = 200) =>
  (await d.app.manage('POST', `/sites/${d.site}/sources/preview`, fields, status)) as Any;
const stored = async () =>
  (
    await d.app.pool.query(
      `select (select count(*) from source_item)::int + (select count(*) from article)::int
       + (select count(*) from inbound_message)::int + (select count(*) from job where kind like 'intake.%')::int as total`,
    )
  ).rows[0].total;
const posts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ text: `Post ${at} of #preview`, user: 'ida' }));

it.each([
  ['mastodon', { server: 'social.simulated.example' }],
  ['x', { token: 'x', monthly_cap: 1_000 }],
  ['bluesky', { server: 'b.example', external_id: 'desk.example', token: 'p' }],
  ['youtube', { token: 'AIza-k' }],
])('a tracker of %s shows posts, within the quota, and stores none', async (network, needed) => {
  await d.control(`${network}/seed`, { posts: posts(3) });
  const account = await d.account({ network, ...needed });
  const before = await stored();
  const targets = [{ type: 'hashtag', value: 'preview' }];
  const { preview: shown } = await preview({ account_id: account.id, targets });
  expect(shown).toMatchObject({ format: 'posts', title: 'A', url: null, total_count: 3, unread: 0 });
  expect(shown.items.map(({ title }: Any) => title).sort()).toEqual([0, 1, 2].map((at) => `Post ${at} of #preview`));
  expect(shown.items[0]).toMatchObject({ reason: null, published_at: expect.any(String) });
  expect(await stored()).toBe(before);
  const { budgets } = await d.readAccount(account.id);
  expect(budgets.find(({ bucket }: Any) => bucket !== 'money').used).toBeGreaterThan(0);
  const { rows } = await d.app.pool.query("select used::int from network_budget where bucket = 'money'");
  expect(rows).toEqual(network === 'mastodon' ? [] : [{ used: 3 * 5_000 + 10_000 }]);
});

it('a tracker is read within the time of the request', async () => {
  // Less than the longest time of a preview, as in the service.
  const { app, site, control, account } = await networkDesk({}, { deadline: 12_000 });
  await control('mastodon/seed', { posts: posts(1) });
  const { id } = await account({ network: 'mastodon', server: 'social.simulated.example' });
  const asked = { account_id: id, targets: [{ type: 'hashtag', value: 'preview' }] };
  const { preview: shown } = await app.manage('POST', `/sites/${site}/sources/preview`, asked, 200);
  expect(shown.total_count).toBe(1);
});

it('that would exceed the cap or the quota is refused, and the network is not asked', async () => {
  const account = await d.account({ network: 'x', token: 'poor', monthly_cap: 1 });
  const requests = async () => ((await (await fetch(`${d.url}/_sim/requests`)).json()) as Any).requests.length;
  const before = await requests();
  const targets = [{ type: 'hashtag', value: 'preview' }];
  const { problems } = await preview({ account_id: account.id, targets }, 422);
  expect(problems).toEqual([{ path: '/account_id', message: expect.stringContaining('cap') }]);
  expect(await requests()).toBe(before);
});

it('needs one thing to read, and what a source would need', async () => {
  const account = await d.account({ network: 'mastodon', server: 'social.simulated.example' });
  const paths = async (fields: object) => (await preview(fields, 422)).problems.map(({ path }: Any) => path);
  expect(await paths({})).toEqual(['/url']);
  expect(await paths({ url: 'https://a.example/', account_id: account.id })).toEqual(['/url']);
  expect(await paths({ account_id: account.id })).toEqual(['/targets']);
  expect(await paths({ account_id: 999, targets: [{ type: 'hashtag', value: 'a' }] })).toEqual(['/account_id']);
  expect(await paths({ account_id: account.id, targets: [{ type: 'own' }] })).toEqual(['/targets/0/type']);
  expect(await paths({ email: { way: 'smtp', allow: [], unlisted: 'hold' } })).toEqual(['/email/way']);
  expect(await paths({ email: { way: 'imap', allow: [], unlisted: 'hold' } })).toEqual([
    '/email/server',
    '/email/user',
  ]);
  await preview({ source_id: 999 }, 404);
});

const mailbox = ({ port }: ImapServer, password = 'secret') => ({
  ...{ way: 'imap', allow: [], unlisted: 'hold', server: 'localhost', port, security: 'none', user: 'desk', password },
});

it('a mailbox shows its newest messages, marks none as read, and fetches none', async () => {
  const server = await imapServer();
  expect((await preview({ email: mailbox(server) })).preview).toMatchObject({ total_count: 0, items: [] });
  for (let at = 0; at < 22; at += 1)
    server.add(message({ Subject: `=?UTF-8?Q?F=C3=A4hre?= ${at}`, 'Message-ID': `<${at}@x>` }));
  const before = await stored();
  const { preview: shown } = await preview({ email: mailbox(server) });
  expect(shown).toMatchObject({ format: 'messages', title: 'INBOX', total_count: 22 });
  expect(shown.items).toHaveLength(20);
  expect(shown.items[0]).toMatchObject({ external_id: '<21@x>', title: 'Fähre 21', reason: null });
  expect(await stored()).toBe(before);
  expect(server.messages.flatMap(({ flags }) => flags)).toEqual([]);
  expect(server.commands.filter((one) => /BODY(\.PEEK)?\[\]|SELECT|STORE|MOVE|CREATE/.test(one))).toEqual([]);
  const { problems } = await preview({ email: mailbox(server, 'wrong') }, 422);
  expect(problems).toEqual([{ path: '/email', message: expect.stringMatching(/^cannot be read: /) }]);
  expect(JSON.stringify(problems)).not.toContain('wrong password secret-ish');
});

it('a source that the site has is read with what is stored of it', async () => {
  const server = await imapServer();
  server.add(message({ Subject: 'Stored already' }));
  const source = { kind: 'email', name: 'Desk', section_id: d.section, email: mailbox(server), active: false };
  const { id } = (await d.app.manage('POST', `/sites/${d.site}/sources`, { source })).source;
  const { preview: shown } = await preview({ source_id: id });
  expect(shown.items).toMatchObject([{ title: 'Stored already' }]);
  const guest = { kind: 'guest_api', name: 'Partner', section_id: d.section };
  const partner = (await d.app.manage('POST', `/sites/${d.site}/sources`, { source: guest })).source.id;
  await preview({ source_id: partner }, 409);
  const account = await d.account({ network: 'mastodon', server: 'social.simulated.example' });
  const targets = [{ type: 'hashtag', value: 'harbour' }];
  const tracker = {
    kind: 'media_tracker',
    name: 'T',
    section_id: d.section,
    account_id: account.id,
    targets,
    active: false,
  };
  const made = (await d.app.manage('POST', `/sites/${d.site}/sources`, { source: tracker })).source.id;
  expect((await preview({ source_id: made })).preview).toMatchObject({ format: 'posts', total_count: 3 });
});
