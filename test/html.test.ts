import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from './app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const HOSTILE = '<p onclick="x()">Hi<script>alert(1)</script> <a href="javascript:x()">there</a></p>';

it.each([
  ['pages', 'page', 'body', { name: 'x' }],
  ['authors', 'author', 'about', { firstname: 'x', lastname: 'y' }],
  ['events', 'event', 'description', { name: 'x', start_date: '2026-01-01' }],
  ['articles', 'article', 'body', { title: 'x' }],
])('HTML of %s is made safe on the way in, and the caller is told', async (path, one, field, least) => {
  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'x' } });
  const fields = { ...least, ...(one === 'article' ? { section_id: section.id } : {}), [field]: HOSTILE };
  const answer = await app.manage('POST', `/sites/${site}/${path}`, { [one]: fields });
  expect(answer[one][field]).not.toMatch(/script|onclick|javascript/);
  expect(answer.removed.map(({ path: at }: { path: string }) => at)).toContain(`/${field}`);
  expect(JSON.stringify(answer.removed)).toContain('<script>');
  const clean = await app.manage('PATCH', `/sites/${site}/${path}/${answer[one].uid ?? answer[one].id}`, {
    [one]: { [field]: '<p>Fine</p>' },
  });
  expect([clean[one][field], clean]).toEqual(['<p>Fine</p>', { [one]: clean[one] }]);
});
