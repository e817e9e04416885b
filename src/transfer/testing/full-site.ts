/** A site with everything that a site can hold, in every state, made through the management API. */
import type { TestApp } from '../../../test/app.ts';
import { nouns } from '../../../test/nouns.ts';
import { uploaded } from '../../features/media/testing/files.ts';
import { withIntake } from './intake.ts';

export async function fullSite(app: TestApp): Promise<number> {
  const site = await app.site({ url: 'https://full.example/', locale: 'fi' });
  const add = async (path: string, key: string, fields: object) =>
    (await app.manage('POST', `/sites/${site}/${path}`, { [key]: fields }))[key];
  const category = await add('article-categories', 'category', { name: 'Kulttuuri', color: '#00ff00' });
  await add('article-categories', 'category', { name: 'Urheilu' });
  const news = await add('sections', 'section', {
    name: 'Uutiset',
    category_id: category.id,
    open_graph: { og_url: 'https://full.example/og', og_title: 'U' },
  });
  const hidden = await add('sections', 'section', { name: 'Piilo' });
  const sport = await add('sections', 'section', { name: 'Sport' });
  const anna = await add('authors', 'author', {
    firstname: 'Anna',
    lastname: 'Öst',
    links: { mastodon: '@a', email: 'a@example.com' },
    tags: ['sea'],
  });
  const bo = await add('authors', 'author', { firstname: 'Bo', lastname: 'Ek', about: '<p>Writes.</p>' });
  for (const { path, one, full, least } of nouns.filter(({ path }) => /pages|events|issues|containers/.test(path))) {
    await add(path, one, full);
    await add(path, one, { ...least, name: 'Second' });
  }
  await add('pages', 'page', { name: 'Secret' });
  await add('pages', 'page', { name: 'Quiet', visibility: 'unlisted' });
  await add('events', 'event', { name: 'Later', start_date: '2026-12-24' });
  const unpublishedIssue = await add('issues', 'issue', { name: 'Not yet' });

  const write = (fields: object) => add('articles', 'article', { section_id: news.id, ...fields });
  const publish = (fields: object) =>
    write({ state: 'published', published_at: '2026-02-03T04:05:06.789Z', ...fields });
  const change = (uid: string, article: object) => app.manage('PATCH', `/sites/${site}/articles/${uid}`, { article });
  const articles = [];
  for (let number = 1; number <= 12; number++) {
    articles.push(
      await publish({
        title: `Silakka ${number}`,
        section_id: number % 3 ? news.id : sport.id,
        tags: number % 2 ? ['Sea', 'herring'] : ['land'],
        author_ids: number % 4 ? [anna.id, bo.id] : [bo.id],
        category_id: number % 5 ? category.id : null,
        body: `<p>Teksti ${number} merestä.</p>`,
        open_graph: { og_url: 'https://full.example/x', og_description: 'd' },
      }),
    );
  }
  const [first, second, third, fourth, fifth, sixth] = articles;
  await app.manage('PUT', `/sites/${site}/articles/${third.uid}/pins`, { pinned_index: 0, site_pinned_index: 1 });
  await app.manage('PUT', `/sites/${site}/articles/${fourth.uid}/pins`, { pinned_index: 5, site_pinned_index: 0 });
  const gone = await publish({ title: 'Is deleted later', id: 500_000 });
  await publish({ title: 'Shows two', featured_articles: [first.id, second.id, gone.id] });
  const late = await write({ title: 'Comes later', id: 1_000_000 });
  const early = await publish({ title: 'Shows one that comes later', featured_articles: [first.id, late.id] });
  await change(late.uid, { state: 'published' });
  await app.manage('DELETE', `/sites/${site}/articles/${gone.uid}`);
  await publish({
    title: 'Film',
    type: 'video',
    attachments: { video: { service: 'youtube', embed_src: 'https://www.youtube.com/embed/x' } },
  });
  const plan = await uploaded(app, site, '%PDF-1.7 a plan that is deleted', { name: 'plan.pdf' });
  await publish({ title: 'Names a deleted file', body: `<p><a href="${plan.path}">Plan</a></p>` });
  await app.manage('DELETE', `/sites/${site}/media/${plan.id}?force=true`);
  // As the clean-up does after a month.
  await app.pool.query('delete from blob where sha256 not in (select sha256 from media)');
  await publish({ title: 'Hidden', section_id: hidden.id, tags: ['sea'], pinned_index: 1 });
  await write({ title: 'A draft', body: '<p>unfinished</p>' });
  await write({ title: 'Waits for an editor', state: 'pending' });
  const returned = await write({ title: 'Goes back to its author', state: 'pending' });
  await app.manage('PUT', `/sites/${site}/pending-articles/${returned.uid}/decision`, {
    decision: { outcome: 'returned', note: 'Who says so?' },
  });
  await write({ title: 'Tomorrow', state: 'published', published_at: '2099-01-01T00:00:00Z' });
  const twice = await publish({ title: 'Edited' });
  await change(twice.uid, { title: 'Edited once', state: 'published' });
  await change(twice.uid, { title: 'Edited twice, not published', tags: ['secret'], section_id: sport.id });
  await change(twice.uid, { title: 'Edited thrice, not published' });
  const moved = await publish({ title: 'Moves' });
  await change(moved.uid, { section_id: sport.id, state: 'published' });
  await app.manage('PUT', `/sites/${site}/articles/${moved.uid}/revisions/1/restoration`);
  await app.manage('DELETE', `/sites/${site}/articles/${second.uid}/publication`);
  await app.manage('DELETE', `/sites/${site}/articles/${sixth.uid}/publication`);
  await change(sixth.uid, { title: 'Edited after it was taken back' });
  await app.manage('PATCH', `/sites/${site}/sections/${hidden.id}`, { section: { state: 'hidden' } });

  const { issues } = await app.manage('GET', `/sites/${site}/issues`);
  const { featured_item_containers } = await app.manage('GET', `/sites/${site}/featured-item-containers`);
  await app.manage('PUT', `/sites/${site}/issues/${issues[0].id}/articles`, {
    article_ids: [fifth.id, first.id, second.id],
  });
  await app.manage('PUT', `/sites/${site}/issues/${unpublishedIssue.id}/articles`, { article_ids: [early.id] });
  const list = { article_ids: [third.id, early.id, first.id] };
  await app.manage('PUT', `/sites/${site}/featured-item-containers/${featured_item_containers[0].id}/articles`, list);
  await app.manage('PUT', `/sites/${site}/likes/${first.id}`, { like: { upvotes: 3, downvotes: 1 } });
  await app.manage('PUT', `/sites/${site}/likes/${second.id}`, { like: { upvotes: 1, downvotes: 5 } });
  await withIntake(app, site, news.id, first.uid);
  return site;
}
