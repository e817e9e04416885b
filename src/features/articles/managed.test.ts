import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

it('management reads of articles trim fields as the content API does', async () => {
  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  const fields = { title: 'Herring', section_id: section.id, tags: ['sea'], attachments: { video: { username: 'a' } } };
  const { article } = await app.manage('POST', `/sites/${site}/articles`, { article: fields });
  const path = `/sites/${site}/articles`;
  const listed = async (query: string) => (await app.manage('GET', `${path}?${query}`)).articles;
  const { uid, title, tags, attachments } = article;
  expect(await listed('fields=uid,title,tags')).toEqual([{ uid, title, tags }]);
  expect(await listed('fields=attachments,%20title&state=draft')).toEqual([{ title, attachments }]);
  // Columns of the table that are no fields of the article.
  expect(await listed('fields=written,site_order_number,order_number')).toEqual([{}]);
  expect(await listed('fields=')).toEqual([article]);
  expect(await app.manage('GET', `${path}/${uid}?fields=title`)).toEqual({ article: { title } });
  expect(await app.manage('GET', `${path}/${uid}`)).toEqual({ article });
});
