import { request } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { ADMIN, mediaTools, type TestApp, testApp } from '../../test/app.ts';
import { picture, upload } from '../features/media/testing/files.ts';

const HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 ';

let app: TestApp;
let site: number;
beforeAll(async () => {
  app = await testApp({ media: mediaTools() });
  site = await app.site();
});

/** A form without end, in chunks. */
function begun(to: TestApp, siteId: number, token: string) {
  const sending = request(`${to.url}/v1/manage/sites/${siteId}/media`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${token}` },
  });
  const status = new Promise<number>((resolve, reject) => {
    sending.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sending.on('error', reject);
  });
  status.catch(() => undefined);
  return { sending, status };
}

it('a form that arrives byte by byte is 408', async () => {
  const impatient = await testApp({ media: mediaTools(), bodyTimeout: 300 });
  const { sending, status } = begun(impatient, await impatient.site(), ADMIN);
  sending.write(HEAD);
  const drip = setInterval(() => sending.write('x'), 50);
  try {
    expect(await status).toBe(408);
  } finally {
    clearInterval(drip);
    sending.destroy();
  }
});

it('a form with much before its first part is 413', async () => {
  const { sending, status } = begun(app, site, ADMIN);
  const part = Buffer.alloc(1024 * 1024, 'x');
  for (let times = 0; times < 51; times++) sending.write(part);
  expect(await status).toBe(413);
  sending.destroy();
});

it('a key that uploads 8 files has to wait, others do not', async () => {
  const api_key = { name: 'slow', scopes: ['manage:write'], site_ids: [site] };
  const { key } = (await app.manage('POST', '/api-keys', { api_key })).api_key;
  const bytes = await picture('png', 12, 12);
  const open: ReturnType<typeof begun>[] = [];
  let arriving = 0;
  const begin = () => {
    const one = begun(app, site, key);
    arriving += 1;
    one.status.finally(() => (arriving -= 1)).catch(() => undefined);
    one.sending.write(HEAD);
    open.push(one);
  };
  for (let times = 0; times < 8; times++) begin();
  // The upload that asks is one of eight while it arrives, and may take the place of one of these.
  const asked = async () => {
    const { status } = await upload(app, site, bytes, { token: key });
    if (status === 201) begin();
    return status;
  };
  await expect.poll(asked).toBe(429);
  await expect.poll(() => arriving).toBe(8);
  expect((await upload(app, site, bytes)).status).toBe(201);
  for (const { sending } of open) sending.destroy();
  await expect.poll(async () => (await upload(app, site, bytes, { token: key })).status).toBe(201);
});

it('a field that is not UTF-8 is 422, and invalid characters are removed from a file name', async () => {
  const sent = (title: string, name: string) =>
    app.request('POST', `/v1/manage/sites/${site}/media`, {
      token: ADMIN,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      rawBody: Buffer.from(
        `--x\r\ncontent-disposition: form-data; name="caption"\r\n\r\n${title}\r\n` +
          `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n%PDF-1.7 utf\r\n--x--\r\n`,
        'latin1',
      ),
    });
  const refused = await sent('K\xe4se', 'a.pdf');
  expect([refused.status, refused.body.problems]).toEqual([422, [{ path: '/caption', message: 'is not UTF-8' }]]);
  const named = await sent('Cheese', 'K\xe4se.pdf');
  expect([named.status, named.body.media_item.title]).toEqual([201, 'Kse']);
});
