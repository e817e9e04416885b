/** Nasty feeds: what is taken of each, and why nothing is. */
import { describe, expect, it } from 'vitest';
import { decodedText } from '../../core/intake/charset.ts';
import { feedSteps, type ItemContent, MOST_ITEMS } from '../../core/intake/feed.ts';
import { reading } from '../../core/intake/reading.ts';
import { finished } from '../../core/steps.ts';
import { createFeedParser, FeedProblem } from './parser.ts';
import { corpus, type Nasty } from './testing/corpus.ts';

const NOW = new Date('2026-03-28T09:00:00Z');
const parser = createFeedParser();

async function takenOf({ bytes, contentType }: Pick<Nasty, 'bytes' | 'contentType'>): Promise<string[] | string> {
  try {
    const text = decodedText(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, contentType);
    const { items } = finished(feedSteps(await parser.parse(text), 'https://feeds.example/rss/', NOW));
    return items.map(({ externalId, content, reason }) => {
      const words = [externalId, content.title, content.url ?? '-'].join(' | ');
      return reason ? `${words} ! ${reason}` : words;
    });
  } catch (error) {
    if (error instanceof FeedProblem) return error.code;
    throw error;
  }
}

describe('a corpus of nasty feeds', () => {
  it('has more than sixty, each with a name of its own', () => {
    expect(corpus.length).toBeGreaterThan(60);
    expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
  });

  it.each(corpus)('takes what there is of $name', async (nasty) => {
    const taken = await takenOf(nasty);
    const made =
      typeof taken === 'string' ? taken : taken.map((line) => line.replace(/^[0-9a-f]{64} /, '[0-9a-f]{64} '));
    expect(made).toEqual(nasty.taken);
  });
});

describe('a feed', () => {
  it(`of more than ${MOST_ITEMS} items is read up to there`, async () => {
    const items = Array.from({ length: MOST_ITEMS + 5 }, (_, n) => ({ id: `${n}`, title: `T ${n}` }));
    const text = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items });
    const feed = finished(feedSteps(await parser.parse(text), 'https://feeds.example/', NOW));
    expect([feed.items.length, feed.unread]).toEqual([MOST_ITEMS, 5]);
  });

  it.each([
    [
      'RSS',
      '<rss version="2.0"><channel><title>T</title><language>fi-FI</language><item><title>A</title></item></channel></rss>',
    ],
    [
      'RSS of an item that names its own',
      '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T</title><language>en</language><item><title>A</title><dc:language>fi</dc:language></item></channel></rss>',
    ],
    [
      'Atom',
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>T</title><entry xml:lang="fi"><title>A</title></entry></feed>',
    ],
    [
      'RDF',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns="http://purl.org/rss/1.0/"><channel><title>T</title><dc:language>fi</dc:language></channel><item rdf:about="a"><title>A</title></item></rdf:RDF>',
    ],
    [
      'JSON',
      '{"version":"https://jsonfeed.org/version/1.1","title":"T","language":"fi","items":[{"id":"1","title":"A"}]}',
    ],
  ])('of %s names the language of its items', async (_, text) => {
    const { items } = finished(feedSteps(await parser.parse(text), 'https://feeds.example/', NOW));
    expect(items[0]?.content.languages).toEqual(['fi']);
  });

  it('of many items is read with a pause after each, and of a large item with pauses inside', async () => {
    const nested = '<b><i>'.repeat(20);
    const items = Array.from({ length: 50 }, (_, n) => ({ id: `${n}`, title: `T ${n}`, content_html: nested }));
    const text = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items });
    const pauses = (steps: Iterable<void>) => [...steps].length;
    const parsed = await parser.parse(text);
    expect(pauses(feedSteps(parsed, 'https://feeds.example/', NOW))).toBeGreaterThanOrEqual(items.length);
    const [item] = finished(feedSteps(parsed, 'https://feeds.example/', NOW)).items;
    const content = { ...item?.content, body: nested.repeat(1_000) } as ItemContent; // there are 50
    expect(pauses(reading(content))).toBeGreaterThan(5);
  });

  it('that takes too long is given up, and the next one is read', async () => {
    const impatient = createFeedParser(1);
    const long = `<rss version="2.0"><channel><title>T</title>${'<item><guid>1</guid></item>'.repeat(50_000)}</channel></rss>`;
    await expect(impatient.parse(long)).rejects.toMatchObject({ code: 'too_big' });
    expect((await parser.parse('<rss version="2.0"><channel><title>T</title></channel></rss>')).format).toBe('rss');
  });
});
