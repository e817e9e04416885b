import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { kysely } from '../../db/connect.ts';
import { noteLegacyPath } from './legacy.ts';
import { bytesAt, picture, thumbOf, uploaded } from './testing/files.ts';

let app: TestApp;
let site: number;
beforeAll(async () => {
  app = await testApp();
  site = await app.site();
});

let sizes = 300;
async function imported(path: string): Promise<{ id: number; path: string }> {
  const item = await uploaded(app, site, await picture('png', ++sizes, 100), { name: 'harbour.png' });
  await noteLegacyPath(kysely(app.pool), site, item.id, path);
  return item;
}
const answerAt = async (path: string) => {
  const response = await fetch(app.url + path, { redirect: 'manual' });
  await response.arrayBuffer();
  return [response.status, response.headers.get('location')];
};

describe('the address of a file in an earlier system', () => {
  it('redirects to the item, and the address of a thumbnail to the same size', async () => {
    const { path } = await imported('/files/2019/Höhe/harbour 1.jpeg');
    expect(await answerAt('/files/2019/H%C3%B6he/harbour%201.jpeg')).toEqual([302, path]);
    expect((await bytesAt(app, '/files/2019/H%C3%B6he/harbour%201.jpeg')).status).toBe(200);
    const thumb = thumbOf(path, '48x0');
    expect(await answerAt('/thumbs/2019/H%C3%B6he/harbour%201_s48x0.jpeg')).toEqual([302, thumb]);
    expect((await fetch(`${app.url}/thumbs/2019/H%C3%B6he/harbour%201_s48x0.jpeg`)).status).toBe(200);
    const whole = await answerAt('/thumbs/2019/H%C3%B6he/harbour%201_s48x30_q80_noupscale.jpeg');
    expect(whole).toEqual([302, thumbOf(path, '48x30_q80_noupscale')]);
  });

  it('is 404 if no file had it, without a size, and once the item is deleted', async () => {
    const { id } = await imported('/files/old.png');
    for (const path of [
      '/files/older.png',
      '/thumbs/old.png',
      '/files/',
      '/files/../files/x',
      `/files/${'x'.repeat(3_000)}`,
    ])
      expect([path, await answerAt(path)]).toEqual([path, [404, null]]);
    expect((await answerAt('/files/old.png'))[0]).toBe(302);
    await app.manage('DELETE', `/sites/${site}/media/${id}`);
    expect(await answerAt('/files/old.png')).toEqual([404, null]);
  });

  it('is looked up for no one who has asked for too many that do not exist', async () => {
    await imported('/files/guessed.png');
    const strict = await testApp({ strangerLimit: 2 }, { database: app.database });
    const statusOf = async (address: string) => (await fetch(strict.url + address, { redirect: 'manual' })).status;
    for (const status of [302, 302, 302]) expect(await statusOf('/files/guessed.png')).toBe(status);
    for (const status of [404, 404, 429]) expect(await statusOf('/files/wrong.png')).toBe(status);
    expect(await statusOf('/files/guessed.png')).toBe(429);
  });

  it('does not show private files', async () => {
    const { id } = await imported('/files/private.png');
    await app.pool.query("update media set origin = 'form' where site_id = $1 and id = $2", [site, id]);
    expect(await answerAt('/files/private.png')).toEqual([404, null]);
  });

  it('stays the first one of a file', async () => {
    const { id } = await imported('/files/first.png');
    await noteLegacyPath(kysely(app.pool), site, id, '/files/second.png');
    expect([(await answerAt('/files/first.png'))[0], (await answerAt('/files/second.png'))[0]]).toEqual([302, 404]);
  });
});
