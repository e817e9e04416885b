/** Submissions that are returned or rejected: what becomes of them, who reads the note, and how it is taken back. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Browser, signedIn } from '../../../test/people.ts';
import { type Desk, desk, rss } from '../../intake/testing/feeds.ts';

let d: Desk;
let author: Browser;
let editor: Browser;
beforeAll(async () => {
  d = await desk();
  author = await signedIn(d.app, [{ site_id: d.site, role: 'author' }]);
  editor = await signedIn(d.app, [{ site_id: d.site, role: 'editor' }]);
});
const of = (path: string) => `/sites/${d.site}${path}`;
const submit = async (title: string) => {
  const article = { title, section_id: d.section, body: '<p>Words.</p>', state: 'pending' };
  return (await author.manage('POST', of('/articles'), { article })).article;
};
const decide = (uid: string, decision: object, status = 200) =>
  editor.manage('PUT', of(`/pending-articles/${uid}/decision`), { decision }, status);
const decisions = async (by: Browser, query = '') =>
  (await by.manage('GET', of(`/article-decisions${query}`))).article_decisions;

describe('a decision about a submission', () => {
  it('returns it to its author, who reads the note', async () => {
    const { uid } = await submit('Not yet');
    const { decision } = await decide(uid, { outcome: 'returned', note: ' Who says so? ' });
    expect(decision).toMatchObject({ uid, title: 'Not yet', outcome: 'returned', note: 'Who says so?' });
    expect(decision).toMatchObject({ decided_by: `person:${editor.id}`, decided_by_name: expect.any(String) });
    expect((await author.manage('GET', of(`/articles/${uid}`))).article.state).toBe('draft');
    expect(await decisions(author, `?uid=${uid}`)).toEqual([decision]);
    const stranger = await signedIn(d.app, [{ site_id: d.site, role: 'author' }]);
    expect(await decisions(stranger, `?uid=${uid}`)).toEqual([]);
    expect((await stranger.request('PUT', `/v1/manage${of(`/pending-articles/${uid}/decision`)}`, {})).status).toBe(
      403,
    );
    await decide(uid, { outcome: 'returned' }, 404);
  });

  it('moves it to the trash, and is listed while it is there', async () => {
    const { uid } = await submit('Nonsense');
    const { decision } = await decide(uid, { outcome: 'rejected', note: 'Too short' });
    await author.manage('GET', of(`/articles/${uid}`), undefined, 404);
    expect(await decisions(author, '?trash=true')).toEqual([decision]);
    await author.manage('PUT', of(`/articles/${uid}/restoration`), {});
    expect(await decisions(author, '?trash=true')).toEqual([]);
    await author.manage('DELETE', of(`/articles/${uid}`));
    expect(await decisions(editor, '?trash=true')).toEqual([]);
    const { rows } = await d.app.pool.query(
      "select action from audit_entry where noun = 'article' and noun_id = $1 order by id",
      [uid],
    );
    expect(rows.map(({ action }) => action)).toEqual(['create', 'reject', 'restore', 'delete']);
  });

  it.each(['returned', 'rejected'])('is taken back when it %s the article, and forgotten', async (outcome) => {
    const { uid } = await submit('Again');
    await decide(uid, { outcome, note: 'A slip' });
    await editor.manage('DELETE', of(`/pending-articles/${uid}/decision`));
    expect((await author.manage('GET', of(`/articles/${uid}`))).article.state).toBe('pending');
    expect(await decisions(author, `?uid=${uid}`)).toEqual([]);
    await editor.manage('DELETE', of(`/pending-articles/${uid}/decision`), undefined, 404);
  });

  it('is only about what was read, and never about an article of a source', async () => {
    const { uid, version } = await submit('Changing');
    await author.manage('PATCH', of(`/articles/${uid}`), { article: { title: 'Changed' } });
    const reply = await editor.request(
      'PUT',
      `/v1/manage${of(`/pending-articles/${uid}/decision`)}`,
      { decision: { outcome: 'rejected' } },
      { headers: { 'if-match': `"${version}"` } },
    );
    expect(reply.status).toBe(409);
    expect(await decisions(author, `?uid=${uid}`)).toEqual([]);
    await d.add('/sourced', rss([{ id: 'one', title: 'Of a source', link: 'https://o.example/one' }]));
    const { pending_articles } = await editor.manage('GET', of('/pending-articles?kind=feed'));
    await decide(pending_articles[0].uid, { outcome: 'rejected' }, 409);
  });
});
