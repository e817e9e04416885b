import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { Article } from '../../contract/article.ts';
import { kysely } from '../../db/connect.ts';
import { problemsOf } from '../../http/validate.ts';
import { indexFreshArticles } from '../publication/search-index.ts';

let app: TestApp;

interface Place {
  site: number;
  section: number;
  other: number;
}
type Texts = Record<string, unknown>;

async function place(locale: string): Promise<Place> {
  const site = await app.site({ locale });
  const add = async (name: string) =>
    (await app.manage('POST', `/sites/${site}/sections`, { section: { name } })).section.id;
  return { site, section: await add('News'), other: await add('Other') };
}

const add = async ({ site, section }: Place, article: Texts) =>
  (
    await app.manage('POST', `/sites/${site}/articles`, {
      article: { section_id: section, state: 'published', ...article },
    })
  ).article;

const search = async ({ site }: Pick<Place, 'site'>, q: string, more = '') =>
  app.get(`/v1/sites/${site}/search/articles?q=${encodeURIComponent(q)}${more}`);

const LANGUAGES = ['en', 'fi', 'sv-FI', 'de', 'fr', 'es', 'ja'] as const;
type Language = (typeof LANGUAGES)[number];

/** The key names the article in the tables below. They are published in this order: the last is the newest. */
const ARTICLES: Record<Language, Record<string, Texts>> = {
  en: {
    title: { title: 'Herring returns', summary: 'Fish', body: '<p>The boats are out.</p>' },
    tag: { title: 'On the quay', tags: ['Herring'], body: '<p>Boats.</p>' },
    summary: { title: 'Market day', summary: 'All about herring', body: '<p>Prices rise.</p>' },
    body: { title: 'Recipes', body: `<p>${'Herring with potatoes. '.repeat(30)}</p>` },
    ice: { title: 'Winter', body: '<p>The sea <b>ice</b> is thick.</p>' },
    apart: { title: 'Ice and sea', body: '<p>Ice on the lake, far from the sea.</p>' },
    running: { title: 'Publishing runners', body: '<p>He was running &amp; café hopping.</p>' },
    covid: { title: 'Covid-19 rules', body: '<p>don’t panic</p>', tags: ['Public Health'] },
    who: { title: 'The Who', body: '<script>var secretword</script><p class="classword">A band.</p>' },
    both: { title: 'Lighthouse keeper', body: '<p>Alone.</p>' },
    split: { title: 'Lighthouse', body: '<p>No keeper at all.</p>' },
  },
  fi: {
    oil: { title: 'Öljy nousi', body: '<p>Öljyn hinta.</p>' },
    inOil: { title: 'Laiva', body: '<p>Lintuja öljyssä Itämerellä.</p>' },
    hakkinen: { title: 'Mika Häkkinen kertoo', body: '<p>Ajoi.</p>' },
    seal: { title: 'Hylje rannalla', body: '<p>Hyljettä katsottiin.</p>' },
    village: { title: 'Elämää kylässä', body: '<p>Silakka maistui.</p>' },
  },
  'sv-FI': {
    aland: { title: 'Ålands färjor', body: '<p>Resor.</p>' },
    boats: { title: 'Båtarna väntar', body: '<p>Strömmingen kom till Åland.</p>' },
    seals: { title: 'Sälar', body: '<p>En säl.</p>' },
  },
  de: {
    house: { title: 'Häuser an der Küste', body: '<p>Alte Straßen.</p>' },
    gull: { title: 'Die Möwe', body: '<p>M&ouml;wen am Haus.</p>' },
  },
  fr: { closed: { title: 'École fermée', body: '<p>L’été.</p>' } },
  es: { song: { title: 'La canción', body: '<p>Pescaría mañana.</p>' } },
  ja: { cat: { title: '猫が好き', body: '<p>Masthead words</p>' } },
};

const places = {} as Record<Language, Place>;
const names = new Map<number, string>();

beforeAll(async () => {
  app = await testApp();
  for (const language of LANGUAGES) {
    places[language] = await place(language);
    for (const [name, article] of Object.entries(ARTICLES[language]))
      names.set((await add(places[language], article)).id, name);
  }
});

const found = async (language: Language, q: string, more = '') => {
  const { status, body } = await search(places[language], q, more);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.meta).toEqual({ count: body.articles.length });
  return body.articles.map(({ id }: { id: number }) => names.get(id)).join(' ');
};

describe.each(['fresh', 'indexed'])('search finds, best first, in %s articles,', (state) => {
  beforeAll(async () => {
    if (state === 'indexed') expect(await indexFreshArticles(kysely(app.pool), { articles: 1_000 })).toBe(names.size);
  });
  it.each<[Language, string, string]>([
    // title over tags over summary over body, however often the body says it
    ['en', 'herring', 'title tag summary body'],
    ['en', 'HERRING boats', 'title tag'],
    ['en', 'lighthouse keeper', 'both split'],
    // stems
    ['en', 'run', 'running'],
    ['en', 'runs', 'running'],
    ['en', 'publish', 'running'],
    ['en', 'recipe', 'body'],
    // the last word is a beginning, the others are not
    ['en', 'herr', 'title tag summary body'],
    ['en', 'publishi', 'running'],
    ['en', 'herr boats', ''],
    ['en', 'boats herr', 'title tag'],
    ['en', 'boats h', 'title tag'],
    ['en', 'h', ''],
    // phrases
    ['en', '"sea ice"', 'ice'],
    ['en', 'sea ice', 'apart ice'],
    ['en', '"the who"', 'who'],
    ['en', '“sea ice” thick', 'ice'],
    ['en', '"ice sea"', ''],
    // exclusion
    ['en', 'herring -potatoes', 'title tag summary'],
    ['en', 'herring -potato -boat', 'summary'],
    ['en', 'ice -"sea ice"', 'apart'],
    ['en', '-herring', ''],
    // words within words, markup and accents
    ['en', 'covid-19', 'covid'],
    ['en', 'covid 19', 'covid'],
    ['en', "don't panic", 'covid'],
    ['en', 'cafe', 'running'],
    ['en', 'café', 'running'],
    ['en', 'secretword', ''],
    ['en', 'classword', ''],
    ['en', 'the who', 'who'],
    // nearly right, only when nothing is right
    ['en', 'herrign', 'title tag summary body'],
    ['en', 'herirng', 'title tag summary body'],
    ['en', 'hering', 'title tag summary body'],
    ['en', 'potatose', 'body'],
    ['en', 'pciture potatoes', ''],
    ['en', 'cofé', 'running'],
    ['en', 'pnaic', 'covid'],
    ['en', 'prcies', 'summary'],
    ['en', 'makret prcies', 'summary'],
    ['en', 'prcies marke', 'summary'],
    ['en', 'sae', ''],
    ['en', 'hrering boats', 'title tag'],
    ['en', 'horizon', ''],
    ['en', 'lighthuose keeper', 'both split'],
    ['en', 'herrign -quay', 'title summary body'],
    ['en', 'zzzzzz', ''],
    ['en', 'herring zzzzzz', ''],

    ['fi', 'öljy', 'oil inOil'],
    ['fi', 'oljy', 'oil inOil'],
    ['fi', 'öljystä', 'oil inOil'],
    ['fi', 'OLJYSTA', 'oil inOil'],
    ['fi', 'Häkkinen', 'hakkinen'],
    ['fi', 'hakkinen', 'hakkinen'],
    ['fi', 'häkinen', 'hakkinen'],
    ['fi', 'hylje', 'seal'],
    ['fi', 'hyljettä', 'seal'],
    ['fi', 'kylä', 'village'],
    ['fi', 'kyla', 'village'],
    ['fi', 'silakkaa', 'village'],
    ['fi', 'itämeri', 'inOil'],
    ['fi', 'itam', 'inOil'],
    ['fi', 'silkaka', 'village'],
    ['fi', 'ölyjssä', 'oil inOil'],

    ['sv-FI', 'Åland', 'aland boats'],
    ['sv-FI', 'aland', 'aland boats'],
    ['sv-FI', 'båt', 'boats'],
    ['sv-FI', 'bat', 'boats'],
    ['sv-FI', 'strömming', 'boats'],
    ['sv-FI', 'stromming', 'boats'],
    ['sv-FI', 'säl', 'seals'],

    ['de', 'Haus', 'house gull'],
    ['de', 'häuser', 'house gull'],
    ['de', 'strasse', 'house'],
    ['de', 'Straße', 'house'],
    ['de', 'küsten', 'house'],
    ['de', 'mowen', 'gull'],
    ['de', 'Möwe', 'gull'],

    ['fr', 'fermer', 'closed'],
    ['fr', 'fermee', 'closed'],
    ['fr', 'ecoles', 'closed'],
    ['fr', 'été', 'closed'],
    ['es', 'canciones', 'song'],
    ['es', 'pescar', 'song'],
    ['es', 'manana', 'song'],
    ['ja', '猫が', 'cat'],
    ['ja', 'masthead', 'cat'],
  ])('%s: %s → %s', async (language, q, expected) => {
    expect(await found(language, q)).toBe(expected);
  });
});

describe('search', () => {
  it('returns meta with count only, and articles as in other lists', async () => {
    const { body } = await search(places.fi, 'hylje');
    expect(Object.keys(body)).toEqual(['meta', 'articles']);
    expect(body.meta).toEqual({ count: 1 });
    expect(problemsOf({ ...Article, additionalProperties: false } as typeof Article, body.articles[0])).toEqual([]);
    const [{ id }] = body.articles;
    expect(body.articles[0]).toEqual((await app.get(`/v1/sites/${places.fi.site}/articles/${id}`)).body.article);
    expect((await search(places.fi, 'hylje', '&fields=title,nonsense')).body.articles).toEqual([
      { title: 'Hylje rannalla' },
    ]);
    expect((await search(places.fi, 'qqqqq')).body).toEqual({ meta: { count: 0 }, articles: [] });
  });

  it('respects the count, the site and the section', async () => {
    expect(await found('en', 'herring', '&count=2')).toBe('title tag');
    expect(await found('fi', 'herring')).toBe('');
    expect(await found('en', 'herring', `&section_id=${places.en.section}`)).toBe('title tag summary body');
    expect(await found('en', 'herring', `&section_id=${places.en.other}`)).toBe('');
    expect(await found('en', 'herrign', `&section_id=${places.en.other}`)).toBe('');
  });

  it('puts the newer of two equal matches first', async () => {
    const at = await place('en');
    const [first, second] = [await add(at, { title: 'Same' }), await add(at, { title: 'Same' })];
    const { articles } = (await search(at, 'same')).body;
    expect(articles.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id]);
  });

  it('finds published content at once, and nothing else', async () => {
    const at = await place('en');
    const count = async (q: string) => (await search(at, q)).body.meta.count;
    const draft = await add(at, { title: 'Walrus', state: 'draft' });
    expect([await count('walrus'), await count('walrsu')]).toEqual([0, 0]);
    const address = `/sites/${at.site}/articles/${draft.uid}`;
    await app.manage('PUT', `${address}/publication`);
    expect([await count('walrus'), await count('walrsus')]).toEqual([1, 1]);
    await app.manage('PATCH', address, { article: { title: 'Porpoise' } });
    expect([await count('walrus'), await count('porpoise')]).toEqual([1, 0]);
    await app.manage('PUT', `${address}/publication`);
    expect([await count('walrus'), await count('porpoise')]).toEqual([0, 1]);
    const show = (state: string) =>
      app.manage('PATCH', `/sites/${at.site}/sections/${at.section}`, { section: { state } });
    await show('hidden');
    expect([await count('porpoise'), await count('porpiose')]).toEqual([0, 0]);
    await show('public');
    expect([await count('porpoise'), await count('porpiose')]).toEqual([1, 1]);
    await app.manage('DELETE', `${address}/publication`);
    expect([await count('porpoise'), await count('porpiose')]).toEqual([0, 0]);
    expect((await app.pool.query('select from article_search where site_id = $1', [at.site])).rowCount).toBe(0);
  });

  it.each(['', 'q=', 'q=%20%09', 'q=a&q=b', 'q=%ff', 'q=a%00'])('refuses %j and names q', async (query) => {
    const { status, body } = await app.get(`/v1/sites/${places.en.site}/search/articles?${query}`);
    expect([status, body.parameter]).toEqual([400, 'q']);
  });

  it.each(
    [
      '"',
      '""',
      '"""',
      "'",
      "''",
      '\\',
      "\\'",
      ':',
      ':*',
      '*',
      '&',
      '|',
      '!',
      '&&',
      '()',
      '(',
      '<->',
      '<2>',
      '!!',
      '-',
      '--',
      '-"',
      'a & | b',
      "a':*",
      'a\\',
      '🎉',
      '🎉 herring 🐟',
      '\u202e',
      '%',
      '_',
      '$1',
      '<script>',
      ';--',
      'the',
      'a',
      'to be or not to be',
      '"to be"',
      '-the',
      'x'.repeat(10_000),
      'herring '.repeat(1_250),
      '"'.repeat(3_000),
      '-a '.repeat(3_000),
      'ä'.repeat(2_000),
      '9'.repeat(500),
      '1e5 -1 +2 3.5',
      '猫 犬',
      'ـ',
      'и́ й',
      '\u0301',
      'ﬃ',
      '１２',
    ].map((q) => [JSON.stringify(q).slice(0, 40), q] as const),
  )('accepts %s', async (_, q) => {
    for (const language of ['en', 'ja', 'fi'] as const) {
      const { status, body } = await search(places[language], q);
      expect([status, body.meta.count], JSON.stringify(body)).toEqual([200, body.articles.length]);
    }
  });

  it('accepts any text: words of a megabyte, of every script', async () => {
    const at = await place('fi');
    const letters = Array.from({ length: 60_000 }, (_, index) => String.fromCodePoint(0x4e00 + (index % 20_000)));
    const pairs = letters.map((letter, index) => `${letter}${letters[(index * 7 + 1) % letters.length]}`).join(' ');
    const bodies = [
      pairs,
      'ä'.repeat(500_000),
      letters.join(' '),
      '<p>'.repeat(100_000),
      Array.from({ length: 50_000 }, (_, n) => `ö${n}`).join(' '),
    ];
    for (const body of bodies) await add(at, { title: 'Huge', body });
    expect((await search(at, 'huge', '&fields=id')).body.meta.count).toBe(bodies.length);
  });
});

describe('sideloading', () => {
  const author = { firstname: 'Ida', lastname: 'Holm' };

  it('adds categories and sections to a search, embeds them, or is 400', async () => {
    const at = await place('en');
    const post = async (path: string, body: object) => app.manage('POST', `/sites/${at.site}/${path}`, body);
    const { category } = await post('article-categories', { category: { name: 'Fish' } });
    const { author: ida } = await post('authors', { author });
    const { id } = await add(at, { title: 'Herring', category_id: category.id, author_ids: [ida.id] });
    const { id: second } = await add({ ...at, section: at.other }, { title: 'Herring', summary: 'again' });
    const found = async (more: string) => (await search(at, 'herring', more)).body;

    expect(Object.keys(await found(''))).toEqual(['meta', 'articles']);
    const added = await found('&sideloading=true');
    expect(Object.keys(added)).toEqual(['meta', 'articles', 'categories', 'sections']);
    expect(added.categories).toEqual([category]);
    expect(added.sections.map((section: { id: number }) => section.id)).toEqual([at.section, at.other]);
    expect(added.articles).toEqual((await found('')).articles);

    const embedded = await found('&sideloading=false&fields=id,section,category,authors');
    expect(Object.keys(embedded)).toEqual(['meta', 'articles']);
    const [newer, older] = embedded.articles;
    expect([newer.id, newer.section.id, newer.category, newer.authors]).toEqual([second, at.other, null, []]);
    expect([older.id, older.section.id, older.category, older.authors]).toEqual([id, at.section, category, [ida]]);

    const refused = await search(at, 'herring', '&sideloading=maybe');
    expect([refused.status, refused.body.parameter]).toEqual([400, 'sideloading']);
    const nothing = (await search(at, 'nowhere', '&sideloading=true')).body;
    expect(nothing).toEqual({ meta: { count: 0 }, articles: [], categories: [], sections: [] });
  });
});
