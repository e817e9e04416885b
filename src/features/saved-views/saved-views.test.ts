import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type Browser, signedIn } from '../../../test/people.ts';

const MOST = 50;

describe('saved views', () => {
  let app: TestApp;
  let site: number;
  let editor: Browser;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site();
    editor = await signedIn(app, [{ site_id: site, role: 'editor' }]);
  });
  const save = (browser: Browser, name: string, search = '', status = 201, site_id = site) =>
    browser.manage('POST', '/me/saved-views', { saved_view: { site_id, name, search } }, status);
  const names = async (browser: Browser, query = '') =>
    (await browser.manage('GET', `/me/saved-views${query}`)).saved_views.map(({ name }: { name: string }) => name);

  it('belong to one person, and a name is there once', async () => {
    const other = await signedIn(app, [{ site_id: site, role: 'editor' }]);
    const { saved_view: first } = await save(editor, 'drafts', 'state=draft');
    const { saved_view: again } = await save(editor, 'drafts', 'state=pending');
    expect(again).toEqual({ ...first, search: 'state=pending' });
    await save(editor, 'All');
    expect(await names(editor, `?site_id=${site}`)).toEqual(['All', 'drafts']);
    expect(await names(editor, '?site_id=999')).toEqual([]);
    expect(await names(other)).toEqual([]);
    await other.manage('DELETE', `/me/saved-views/${first.id}`, undefined, 404);
    await editor.manage('DELETE', `/me/saved-views/${first.id}`);
    expect(await names(editor)).toEqual(['All']);
  });

  it('are of a site that the person has a role on', async () => {
    await save(editor, 'x', '', 404, await app.site());
    await save(editor, 'x', '', 404, 999_999);
    await save(editor, 'x'.repeat(61), '', 422);
  });

  it('are at most fifty of a site, also when they are saved at once', async () => {
    const busy = await signedIn(app, [{ site_id: site, role: 'author' }]);
    for (let n = 1; n < MOST; n++) await save(busy, `View ${n}`);
    const replies = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        busy.request('POST', '/v1/manage/me/saved-views', { saved_view: { site_id: site, name, search: '' } }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    await save(busy, 'View 1', 'state=draft');
  });

  it('go with the site and with the person', async () => {
    const gone = await app.site();
    const owner = await signedIn(app, [{ site_id: null, role: 'owner' }]);
    await save(owner, 'x', '', 201, gone);
    await app.manage('DELETE', `/sites/${gone}`);
    expect(await names(owner)).toEqual([]);
    await app.manage('DELETE', `/people/${editor.id}`);
    expect((await app.pool.query('select from saved_view where person_id = $1', [editor.id])).rowCount).toBe(0);
  });
});
