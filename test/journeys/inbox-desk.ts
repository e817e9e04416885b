/** A site with a partner whose articles wait, for the journeys of the inbox. */
import { expect } from 'vitest';
import type { TestApp } from '../app.ts';
import { type Browser, signedIn } from '../people.ts';

export interface InboxDesk {
  site: number;
  section: number;
  source: number;
  /** Articles of the partner, which wait for a decision. */
  send(articles: object[]): Promise<void>;
  /** An article that an author submits. */
  submit(title: string): Promise<string>;
  author: Browser;
  editor(): Promise<Browser>;
}

export async function inboxDesk(app: TestApp): Promise<InboxDesk> {
  const site = await app.site();
  const of = (path: string) => `/sites/${site}${path}`;
  const { section } = await app.manage('POST', of('/sections'), { section: { name: 'News' } });
  await app.manage('POST', of('/sections'), { section: { name: 'Sea' } });
  const asked = { kind: 'guest_api', name: 'Harbour office', section_id: section.id };
  const { source } = await app.manage('POST', of('/sources'), { source: asked });
  const { api_key } = await app.manage('POST', '/api-keys', {
    api_key: { name: 'Office', scopes: ['guest:write'], site_ids: [site], source_id: source.id },
  });
  const author = await signedIn(app, [{ site_id: site, role: 'author' }]);
  return {
    ...{ site, section: section.id, source: source.id, author },
    async send(articles) {
      const rawBody = articles.map((article) => JSON.stringify(article)).join('\n');
      const headers = { 'content-type': 'application/x-ndjson' };
      const reply = await app.request('POST', '/v1/guest/articles', { token: api_key.key, rawBody, headers });
      expect(reply.status, reply.text).toBe(200);
    },
    async submit(title) {
      const article = { title, section_id: section.id, body: '<p>From an author.</p>', state: 'pending' };
      return (await author.manage('POST', of('/articles'), { article })).article.uid;
    },
    editor: () => signedIn(app, [{ site_id: site, role: 'editor' }]),
  };
}
