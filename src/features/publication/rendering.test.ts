import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, { isWorking: true });
});

async function publishedArticle() {
  const site = await app.site({ url: 'https://old.example' });
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  const { author } = await app.manage('POST', `/sites/${site}/authors`, {
    author: { firstname: 'Åsa', lastname: 'Berg' },
  });
  const fields = {
    title: 'Herring',
    section_id: section.id,
    author_ids: [author.id],
    state: 'published',
    published_at: '2026-07-01T10:00:00Z',
  };
  const { article } = await app.manage('POST', `/sites/${site}/articles`, { article: fields });
  await app.manage('PATCH', `/sites/${site}/articles/${article.uid}`, { article: { title: 'Pending' } });
  const served = async () => (await app.get(`/v1/sites/${site}/articles/${article.id}`)).body.article;
  const told = async () =>
    (
      await app.pool.query('select scope from article_event where site_id = $1 order by content_version', [site])
    ).rows.map(({ scope }) => scope);
  return { site, section, author, served, told };
}

it('a new slug of the section changes addresses, and receivers are told', async () => {
  const { site, section, served, told } = await publishedArticle();
  await app.manage('PATCH', `/sites/${site}/sections/${section.id}`, { section: { section_url: 'daily' } });
  await expect.poll(async () => (await served()).full_url).toBe('https://old.example/daily/herring');
  expect([(await served()).title, await told()]).toEqual(['Herring', ['all', 'all']]);
});

it('a new name of an author and a new time zone change what is served, and only the feed says so', async () => {
  const { site, author, served, told } = await publishedArticle();
  await app.manage('PATCH', `/sites/${site}/authors/${author.id}`, { author: { lastname: 'Dahl' } });
  await expect.poll(async () => (await served()).author_credit).toBe('Åsa Dahl');
  await app.manage('PATCH', `/sites/${site}`, { site: { time_zone: 'America/New_York' } });
  await expect.poll(async () => (await served()).published_at_l10n).toBe('2026-07-01T06:00:00-04:00');
  expect(await told()).toEqual(['all', 'feed', 'feed']);
  const { changes } = await app.manage('GET', `/sites/${site}/changes`);
  expect(changes.at(-1).article).toEqual(await served());
});

it('a new language of the site changes how its articles are found', async () => {
  const site = await app.site({ locale: 'en' });
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  const article = { title: 'Taloissa asutaan', section_id: section.id, state: 'published' };
  await app.manage('POST', `/sites/${site}/articles`, { article });
  const found = async () => (await app.get(`/v1/sites/${site}/search/articles?q=talo%20asutaan`)).body.meta.count;
  expect(await found()).toBe(0);
  await app.manage('PATCH', `/sites/${site}`, { site: { locale: 'fi' } });
  await expect.poll(found).toBe(1);
});

it('more articles than fit in one part are all rendered', async () => {
  const site = await app.site({ url: 'https://old.example' });
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  const article = { title: 'x', section_id: section.id, state: 'published' };
  const add = () => app.manage('POST', `/sites/${site}/articles`, { article });
  for (let round = 0; round < 21; round++) await Promise.all(Array.from({ length: 10 }, add));
  await app.manage('PATCH', `/sites/${site}`, { site: { url: 'https://new.example' } });
  const old = async () =>
    (
      await app.pool.query(
        "select count(*) as left from published_article where site_id = $1 and doc like '%https://old.example/%'",
        [site],
      )
    ).rows[0].left;
  await expect.poll(old).toBe(0);
});
