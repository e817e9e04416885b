/** Forms: what readers send, their receipts and withdrawals. Browsers fill in the page in test/journeys/upload-form.slow.test.ts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Reply, type TestApp, testApp } from '../../test/app.ts';
import { kysely } from '../db/connect.ts';
import { transaction } from '../db/transaction.ts';
import { picture } from '../features/media/testing/files.ts';
import { forgetContents } from '../features/sources/retention.ts';
import { deleteUnsentPictures } from './form-uploads.ts';
import { FORM, newForm, sent, solution, submitted } from './testing/forms.ts';

let app: TestApp;
let site: number;
let section: number;
beforeAll(async () => {
  app = await testApp({}, { isWorking: true });
  app.clock.now = new Date();
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
});
const manage = (method: string, path: string, body?: unknown, status?: number) =>
  app.manage(method, `/sites/${site}${path}`, body, status);
const form = (fields?: object, settings?: object) => newForm(app, site, section, fields, settings);
const items = async (id: number) => (await manage('GET', `/source-items?source_id=${id}`)).source_items;
const articleOf = async (uid: string) => (await manage('GET', `/articles/${uid}`)).article;
const receiptOf = (reply: Reply) => {
  expect(reply.status, reply.text).toBe(201);
  return reply.body.receipt.token as string;
};
/** The limit of a day is that of a network, and all tests have one. */
const forgetNetworks = () => app.pool.query('update form_submission set network_hash = null');

describe('a submission', () => {
  it('is a pending article with its text escaped, and its sender in the ledger', async () => {
    const { id, api } = await form();
    const text = 'A <b>seal</b> & a boat\nat noon.\n\nIn the marina.';
    receiptOf(await submitted(app, api, { text, email: 'ida@example.com' }));
    const [item] = await items(id);
    expect(item).toMatchObject({ state: 'held', title: 'A <b>seal</b> & a boat' });
    expect(item.submission).toMatchObject({
      ...{ name: 'Ida', email: 'ida@example.com' },
      consents: [
        { text: 'You may publish it.', given: true },
        { text: 'You may write to me.', given: false },
      ],
    });
    expect(await articleOf(item.uid)).toMatchObject({
      ...{ source: 'upload_form', state: 'pending', author_credit: 'Ida', section_id: section },
      body: '<p>A &lt;b&gt;seal&lt;/b&gt; &amp; a boat<br>at noon.</p><p>In the marina.</p>',
    });
    expect(JSON.stringify(await articleOf(item.uid))).not.toContain('ida@example.com');
  });

  it('needs the consents that are required, and a text', async () => {
    const { id, api } = await form();
    const reply = await submitted(app, api, { consents: [false, true], text: ' ', email: 'nobody' });
    expect([reply.status, reply.body.problems.map(({ path }: { path: string }) => path).sort()]).toEqual([
      422,
      ['/consents/0', '/email', '/text'],
    ]);
    expect(await items(id)).toEqual([]);
  });

  it.each([[[true]], [[true, true, true]], [[]]])('with the wrong number of consents is 422: %j', async (consents) => {
    const { id, api } = await form();
    const reply = await submitted(app, api, { consents });
    expect([reply.status, reply.body.problems]).toEqual([
      422,
      [{ path: '/consents', message: 'must have 2, as the form has' }],
    ]);
    expect(await items(id)).toEqual([]);
  });

  it('after the consents were changed is 409, and a repeat of one that was taken is not', async () => {
    const { id, api, path } = await form();
    const shownIn = async () => /data-shown="([^"]+)"/.exec((await app.get(path)).text)?.[1];
    const [before, solved, early] = [await shownIn(), await solution(app, api), await solution(app, api)];
    const receipt = receiptOf(await submitted(app, api, { solution: early }));
    const sells = [{ text: 'You may sell it.', required: true }, ...FORM.consents.slice(1)];
    await manage('PATCH', `/sources/${id}`, { source: { form: { ...FORM, intro: 'Other', consents: sells } } });
    const late = await submitted(app, api, { solution: solved });
    expect([late.status, late.body.error]).toEqual([409, expect.stringContaining('read it again')]);
    expect(receiptOf(await submitted(app, api, { solution: early }))).toBe(receipt);
    expect(await shownIn()).not.toBe(before);
    receiptOf(await submitted(app, api, { text: 'Read again.' }));
    expect(
      (await items(id)).map(
        (item: { submission: { consents: { text: string }[] } }) => item.submission.consents[0]?.text,
      ),
    ).toEqual(['You may sell it.', 'You may publish it.']);
  });

  it('is sent once per challenge: repeats, also at once, get the same receipt', async () => {
    const { id, api } = await form();
    const solved = await solution(app, api);
    const replies = await Promise.all([1, 2, 3].map(() => submitted(app, api, { solution: solved })));
    expect(new Set(replies.map(receiptOf)).size).toBe(1);
    expect(receiptOf(await submitted(app, api, { solution: solved, text: 'Other words.' }))).toBe(
      receiptOf(replies[0] as Reply),
    );
    expect(await items(id)).toHaveLength(1);
  });

  it('of a program that fills in the hidden field is rejected, and the ledger says why', async () => {
    const { id, api } = await form({ approval: 'auto' });
    receiptOf(await submitted(app, api, { website: 'https://spam.example' }));
    const [item] = await items(id);
    expect([item.state, item.uid, item.reason]).toEqual([
      'rejected',
      null,
      expect.stringContaining('only programs see'),
    ]);
  });

  it('is judged by blocks', async () => {
    const { id, api } = await form({ approval: 'auto' });
    const { blocked } = await manage('POST', '/blocked', { blocked: { kind: 'word', value: 'lottery' } });
    receiptOf(await submitted(app, api, { text: 'Win the lottery now.' }));
    expect((await items(id))[0].state).toBe('rejected');
    await manage('DELETE', `/blocked/${blocked.id}`);
  });

  it.each([
    ['person', 'Mallory@Spam.example', 'held'],
    ['domain', 'spam.example', 'rejected'],
  ])('is rejected if the address of its sender is blocked as a %s', async (kind, value, ofOther) => {
    const { id, api } = await form();
    const { blocked } = await manage('POST', '/blocked', { blocked: { kind, value } });
    receiptOf(await submitted(app, api, { name: 'Ann', email: 'mallory@spam.example', text: `Sold by a ${kind}.` }));
    expect((await items(id))[0]).toMatchObject({ state: 'rejected', submission: { name: 'Ann' } });
    receiptOf(await submitted(app, api, { name: 'Ann', email: 'bo@spam.example', text: `Not sold by a ${kind}.` }));
    expect((await items(id))[0].state).toBe(ofOther);
    await manage('DELETE', `/blocked/${blocked.id}`);
    await forgetNetworks();
  });
});

describe('a challenge', () => {
  it('must be solved, of this form, no older than an hour and no younger than three seconds', async () => {
    const [{ api }, other] = [await form(), await form()];
    const solved = await solution(app, api);
    const wrong = [
      `${solved}1`,
      solved.replace(/.$/, (n) => String((Number(n) + 1) % 10)),
      'x.y.1',
      '',
      `${solved}.0`.slice(5),
    ];
    for (const one of wrong) expect((await submitted(app, api, { solution: one })).status, one).toBe(403);
    expect((await submitted(app, other.api, { solution: solved })).status).toBe(403);
    expect((await submitted(app, api, { solution: await solution(app, api, 3_700_000) })).status).toBe(403);
    const hasty = await submitted(app, api, { solution: await solution(app, api, 1_000) });
    expect([hasty.status, hasty.headers.get('retry-after')]).toEqual([429, '3']);
  });

  it('costs more for a network that sends much, which ends at 20 a day', async () => {
    await forgetNetworks();
    const { id, api } = await form();
    const max = async () => {
      const { body } = await sent(app, 'POST', `${api}/challenge`);
      return JSON.parse(Buffer.from(body.challenge.split('.')[0], 'base64url').toString()).max;
    };
    const first = await max();
    for (let n = 0; n < 5; n++) receiptOf(await submitted(app, api, { text: `Seal number ${n}.` }));
    expect(await max()).toBe(first * 2);
    await app.pool.query(
      `insert into form_submission select sha256(convert_to(n::text, 'UTF8')), site_id, source_id, external_key,
         sha256(convert_to('r' || n, 'UTF8')), '', '', '[]', network_hash, created_at - interval '2 hours'
       from (select * from form_submission where source_id = $1 limit 1) as one, generate_series(1, 15) as n`,
      [id],
    );
    expect((await submitted(app, api)).status).toBe(429);
    await forgetNetworks();
  });
});

/** Seen by all tests of this file, which have one network. */
const forgetUploads = () => app.pool.query('delete from form_upload');

describe('pictures', () => {
  const upload = async (api: string, solved: string, bytes: Uint8Array) => {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(bytes)]), 'Ida at home.jpg');
    const headers = { origin: app.url, 'x-form-solution': solved };
    const response = await fetch(`${app.url}${api}/files`, { method: 'POST', body, headers });
    return { status: response.status, body: (await response.json()) as { file?: { id: number } } };
  };

  it('need a solved challenge, are private, and become cover and text', async () => {
    const { id, api } = await form();
    expect((await upload(api, 'x', await picture())).status).toBe(403);
    const solved = await solution(app, api);
    const [one, two] = [
      await upload(api, solved, await picture('jpeg', 300, 200)),
      await upload(api, solved, await picture('png')),
    ];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect((await upload(api, solved, await picture('jpeg', 200, 100))).status).toBe(409);
    const files = [one, two].map(({ body }) => body.file?.id);
    const other = await solution(app, api);
    expect((await submitted(app, api, { solution: other, files })).status).toBe(422);
    receiptOf(await submitted(app, api, { solution: solved, files, text: 'Two pictures.' }));
    const { cover_url, body } = await articleOf((await items(id))[0].uid);
    expect(cover_url).toMatch(/^\/files\/sites\/\d+\/picture-/);
    expect(body).toMatch(/^<p>Two pictures.<\/p><p><img src="\/files\//);
    expect((await app.get(cover_url)).status).toBe(404);
    expect((await upload(api, await solution(app, api), Buffer.from('%PDF-1.7 x'.padEnd(5_000)))).status).toBe(415);
  });

  it('that nobody sends are deleted with their bytes after an hour, and those of a program or a duplicate too', async () => {
    const { api } = await form();
    const later = async (minutes: number) => {
      const then = new Date((app.clock.now ?? new Date()).getTime() + minutes * 60_000);
      while (await deleteUnsentPictures(kysely(app.pool), then));
    };
    const isStored = async (id: unknown) =>
      (await app.pool.query('select from media where site_id = $1 and id = $2', [site, id])).rowCount === 1;
    const sentWith = async (width: number, fields: object) => {
      const solved = await solution(app, api);
      const id = (await upload(api, solved, await picture('jpeg', width, 90))).body.file?.id;
      receiptOf(await submitted(app, api, { solution: solved, files: [id], ...fields }));
      return id;
    };
    const text =
      'The very same words about a seal that sleeps on the pier of the marina, day after day after day, until winter.';
    const kept = await sentWith(141, { text });
    const inVain = [await sentWith(142, { text }), await sentWith(143, { website: 'x' })];
    const unsent = (await upload(api, await solution(app, api), await picture('jpeg', 144, 90))).body.file?.id;
    const again = (await upload(api, await solution(app, api), await picture('jpeg', 141, 90))).body.file?.id;
    await later(59);
    for (const id of [kept, unsent, again, ...inVain]) expect(await isStored(id)).toBe(true);
    await later(66);
    expect(await isStored(kept)).toBe(true);
    for (const id of [unsent, again, ...inVain]) expect(await isStored(id)).toBe(false);
    const { rows } = await app.pool.query(
      `select from blob where orphan_since > now() - interval '30 days'
         and not exists (select from media where media.sha256 = blob.sha256)`,
    );
    expect(rows).toEqual([]);
  });

  it('that the site has already are files of their own: nobody learns of the others, or deletes them', async () => {
    await Promise.all([forgetUploads(), forgetNetworks()]);
    const { id, api } = await form();
    const bytes = await picture('png', 321, 123);
    const media_item = { data: bytes.toString('base64'), name: 'picture' };
    const source = { kind: 'guest_api', name: 'Partner', section_id: section };
    const partner = (await manage('POST', '/sources', { source })).source.id;
    const key = { name: 'P', scopes: ['guest:write'], site_ids: [site], source_id: partner };
    const token = (await app.manage('POST', '/api-keys', { api_key: key })).api_key.key;
    expect((await app.request('POST', '/v1/guest/media', { token, body: { media_item } })).status).toBe(201);
    const ofEditor = (await manage('POST', '/media', { media_item })).media_item.id;
    const reader = async () => {
      const solved = await solution(app, api);
      return { solved, file: (await upload(api, solved, bytes)).body.file?.id };
    };
    const [one, other] = [await reader(), await reader()];
    const stored = async () =>
      (
        await app.pool.query(
          'select id, name from media where sha256 = (select sha256 from media where site_id = $1 and id = $2) order by id',
          [site, ofEditor],
        )
      ).rows;
    const before = await stored();
    expect([before.length, new Set(before.map(({ name }) => name)).size]).toEqual([4, 4]);
    // The ids are the next ones, as those of any other picture.
    expect(before.slice(2).map((row) => row.id)).toEqual([one.file, other.file]);
    const receipt = receiptOf(await submitted(app, api, { solution: one.solved, files: [one.file], text: 'Same.' }));
    expect((await sent(app, 'DELETE', `/v1/forms/receipts/${receipt}`)).status).toBe(202);
    await expect.poll(async () => (await items(id))[0].state).toBe('erased');
    expect(await stored()).toEqual(before.filter((row) => row.id !== one.file));
  });

  it('that wait are bounded per network, per form and in all, and make further challenges harder', async () => {
    const [{ id, api }, other] = [await form(), await form()];
    const max = async () => {
      const { body } = await sent(app, 'POST', `${api}/challenge`);
      return JSON.parse(Buffer.from(body.challenge.split('.')[0], 'base64url').toString()).max;
    };
    await Promise.all([forgetUploads(), forgetNetworks()]);
    const [first, solved, others] = [await max(), await solution(app, api), await solution(app, other.api)];
    const status = async (path: string, width: number) =>
      (await upload(path, path === api ? solved : others, await picture('jpeg', width, 60))).status;
    expect(await status(api, 150)).toBe(201);
    const waits = (files: number, mib: number, source: number, network = 'network_hash') =>
      app.pool.query(
        `insert into form_upload (challenge_hash, site_id, source_id, network_hash, size, created_at)
         select sha256('x'), site_id, $3, ${network}, ($2::int * 1048576)::bigint / $1, created_at
         from (select * from form_upload order by id limit 1) one, generate_series(1, $1::int)`,
        [files, mib, source],
      );
    await waits(4, 1, id);
    expect(await max()).toBe(first * 2);
    await waits(1, 256, id);
    expect(await status(api, 151)).toBe(429);
    await app.pool.query('delete from form_upload where size > 1e6');
    await waits(30, 1, id);
    expect(await status(api, 151)).toBe(429);
    await forgetUploads();
    await status(api, 150);
    await waits(1, 512, id, "sha256('other')");
    expect([await status(api, 151), await status(other.api, 151)]).toEqual([507, 201]);
    await waits(3, 1_600, 0, "sha256('other')");
    expect(await status(other.api, 152)).toBe(507);
    await forgetUploads();
  });

  it('are photographs: drawings are refused before they are rendered, and every file counts as an attempt', async () => {
    const { api } = await form();
    await forgetUploads();
    const solved = await solution(app, api);
    const drawing = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>`.padEnd(5_000),
    );
    for (let tries = 0; tries < 5; tries++) expect((await upload(api, solved, drawing)).status).toBe(415);
    expect((await upload(api, solved, await picture('jpeg', 170, 60))).status).toBe(201);
    expect((await upload(api, solved, await picture('jpeg', 171, 60))).status).toBe(403);
    await forgetUploads();
  });

  it('that are sent at once are no more than the form allows', async () => {
    const { api } = await form();
    const solved = await solution(app, api);
    const pictures = await Promise.all([1, 2, 3, 4].map((n) => picture('jpeg', 100 + n, 100)));
    const replies = await Promise.all(pictures.map((bytes) => upload(api, solved, bytes)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
  });

  it('of a withdrawn submission are deleted with the text, the name and the address', async () => {
    const { id, api } = await form({ approval: 'auto' });
    const solved = await solution(app, api);
    const file = await upload(api, solved, await picture('webp', 120, 80));
    const marker = 'Marker8b2d';
    const receipt = receiptOf(
      await submitted(app, api, {
        ...{ solution: solved, files: [file.body.file?.id], text: `${marker} text`, name: `${marker} Holm` },
        email: `${marker}@example.com`,
      }),
    );
    const [item] = await items(id);
    expect(item.state).toBe('published');
    const page = `/forms/receipts/${receipt}`;
    expect((await app.get(page)).text).toContain('It is published.');
    expect((await sent(app, 'DELETE', `/v1${page}`)).status).toBe(202);
    await expect.poll(async () => (await items(id))[0].state).toBe('erased');
    expect((await items(id))[0].submission).toMatchObject({ name: '', email: '', consents: [] });
    expect((await items(id))[0].reason).toContain('Its sender withdrew it');
    expect((await app.get(page)).text).toContain('everything that you sent is deleted');
    expect((await sent(app, 'DELETE', `/v1${page}`)).status).toBe(202);
    const { rows } = await app.pool.query(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    for (const { name } of rows) {
      const found = await app.pool.query(`select from ${name} t where t::text like '%' || $1 || '%'`, [marker]);
      expect([name, found.rowCount]).toEqual([name, 0]);
    }
    expect(
      (await app.pool.query('select from media where site_id = $1 and id = $2', [site, file.body.file?.id])).rowCount,
    ).toBe(0);
  });
});

it('a sender can withdraw after the form was deleted; what nobody can withdraw goes with the form', async () => {
  await Promise.all([forgetNetworks(), app.pool.query('delete from form_upload')]);
  const { id, api } = await form({ approval: 'auto' });
  const receipt = receiptOf(await submitted(app, api, { text: 'The last herring of the year was mine.' }));
  receiptOf(await submitted(app, api, { text: 'Buy now, buy here.', website: 'x' }));
  const stored = async () => (await app.pool.query('select state from source_item where source_id = $1', [id])).rows;
  const { uid } = (await items(id)).find((item: { uid: string | null }) => item.uid);
  await manage('DELETE', `/sources/${id}`);
  await expect.poll(stored, { interval: 20 }).toEqual([{ state: 'published' }]);
  expect((await app.get(`/forms/receipts/${receipt}`)).text).toContain('It is published.');
  expect((await sent(app, 'DELETE', `/v1/forms/receipts/${receipt}`)).status).toBe(202);
  await expect.poll(stored, { interval: 20 }).toEqual([{ state: 'erased' }]);
  await manage('GET', `/articles/${uid}`, undefined, 404);
  expect((await app.get(`/forms/receipts/${receipt}`)).text).toContain('everything that you sent is deleted');
  await transaction(kysely(app.pool), forgetContents);
  expect(await stored()).toEqual([]);
});

it('a withdrawn text is not taken again, with any headline; a greeting, which others write too, is', async () => {
  await Promise.all([forgetNetworks(), app.pool.query('delete from form_upload')]);
  const { id, api } = await form();
  const state = async () => (await items(id))[0].state;
  const withdrawn = async (text: string) => {
    const receipt = receiptOf(await submitted(app, api, { text }));
    expect((await sent(app, 'DELETE', `/v1/forms/receipts/${receipt}`)).status).toBe(202);
    await expect.poll(state).toBe('erased');
  };
  await withdrawn('The otter, it slept in my boat.');
  receiptOf(await submitted(app, api, { text: 'the Otter (it slept)\n\nin my boat!', title: 'Seen again', name: '' }));
  expect(await state()).toBe('erased');
  await withdrawn('Happy New Year!');
  receiptOf(await submitted(app, api, { text: 'Happy New Year!' }));
  expect(await state()).toBe('held');
});

it('name and address of a sender are forgotten with the content of an item that was not taken', async () => {
  const { id, api } = await form();
  receiptOf(await submitted(app, api, { website: 'x', email: 'ida@example.com' }));
  const sender = async () => (await items(id))[0].submission;
  await transaction(kysely(app.pool), forgetContents);
  expect(await sender()).toMatchObject({ name: 'Ida', email: 'ida@example.com' });
  await app.pool.query("update source_item set raw_until = now() - interval '1 day' where source_id = $1", [id]);
  await transaction(kysely(app.pool), forgetContents);
  await transaction(kysely(app.pool), forgetContents);
  expect(await sender()).toMatchObject({ name: '', email: '' });
});

describe('a form', () => {
  it('is a page that only listed origins may embed, and that nobody caches', async () => {
    const { path } = await form({ name: 'Seen <today>' });
    const { status, text, headers } = await app.get(path);
    expect(status).toBe(200);
    expect(text).toContain('Seen &lt;today&gt;');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self' https://www.example.com");
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([
      'no-store',
      expect.stringContaining('noindex'),
    ]);
    expect((await app.get('/forms/unknown')).status).toBe(404);
    expect((await app.get('/forms/receipts/unknown')).status).toBe(404);
    for (const name of ['form.js', 'form.css', 'solver.js', 'embed.js', 'receipt.js', 'size.js'])
      expect((await app.get(`/forms/${name}`)).status).toBe(200);
    expect((await app.get('/forms/embed.js')).headers.get('access-control-allow-origin')).toBe('*');
  });

  it('opens and closes, and can be paused', async () => {
    const now = (app.clock.now as Date).getTime(); // set above
    const past = new Date(now - 60_000).toISOString();
    const future = new Date(now + 3_600_000).toISOString();
    const [early, late, paused] = [
      await form({}, { opens_at: future }),
      await form({}, { closes_at: past }),
      await form({ active: false }),
    ];
    for (const { path, api } of [early, late, paused]) {
      expect((await app.get(path)).text).toMatch(/not open yet|is closed/);
      expect((await sent(app, 'POST', `${api}/challenge`)).status).toBe(409);
    }
  });

  it('takes requests from its own page alone', async () => {
    const { api } = await form();
    const asked = (origin: string) => sent(app, 'POST', `${api}/challenge`, undefined, { origin });
    expect((await asked('https://evil.example')).status).toBe(403);
    expect((await app.request('POST', `${api}/challenge`)).status).toBe(403);
  });

  it('answers hostile requests with the problem, never with a failure', async () => {
    const { id, api } = await form();
    const solved = await solution(app, api);
    const bodies: unknown[] = [
      null,
      [],
      'x',
      1,
      {},
      { solution: solved },
      { solution: 1, text: {}, consents: 'x', files: [-1] },
    ];
    for (const body of bodies) expect((await sent(app, 'POST', `${api}/submissions`, body)).status).toBe(422);
    const texts = ['\u0000', '\ud83d', 'x'.repeat(20_001)];
    for (const text of texts) expect((await submitted(app, api, { solution: solved, text })).status, text).toBe(422);
    for (const files of [[1], [999_999_999], [1, 1]])
      expect((await submitted(app, api, { solution: solved, files })).status).toBe(422);
    const raw = (rawBody: string, type: string) =>
      app.request('POST', `${api}/submissions`, { rawBody, headers: { origin: app.url, 'content-type': type } });
    expect((await raw('{', 'application/json')).status).toBe(400);
    expect((await raw('a=b', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await raw(JSON.stringify('x'.repeat(200_000)), 'application/json')).status).toBe(413);
    for (const token of ['%00', 'x'.repeat(300), '..%2f..%2fetc', "'or'1"])
      for (const path of [`/forms/${token}`, `/forms/receipts/${token}`])
        expect([400, 404, 414], path).toContain((await app.get(path)).status);
    expect(await items(id)).toEqual([]);
    const unusual = '\u202eRTL \u200b<script>alert(1)</script>';
    receiptOf(await submitted(app, api, { solution: solved, text: unusual, title: unusual, name: unusual }));
    const [item] = await items(id);
    expect((await articleOf(item.uid)).body).not.toContain('<script');
  });

  it('has settings, keeps its address, and is no other kind', async () => {
    const bad = async (source: object) =>
      (await manage('POST', '/sources', { source: { section_id: section, name: 'x', ...source } }, 422)).problems[0]
        .path;
    expect(await bad({ kind: 'upload_form' })).toBe('/form');
    expect(await bad({ kind: 'guest_api', form: FORM })).toBe('/form');
    expect(await bad({ kind: 'upload_form', form: { ...FORM, origins: ['https://x.example; script-src *'] } })).toBe(
      '/form/origins/0',
    );
    const { id, path } = await form();
    const { source } = await manage('PATCH', `/sources/${id}`, { source: { form: { ...FORM, intro: 'Other' } } });
    expect([source.form_path, source.form.intro]).toEqual([path, 'Other']);
    await manage('PATCH', `/sources/${id}`, { source: { form: null } }, 422);
  });
});
