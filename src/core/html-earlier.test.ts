/** Databases contain HTML written by the sanitiser of earlier releases: today's sanitiser returns it unchanged. */
import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { articles } from '../demo/articles/all.ts';
import { authors, pages } from '../demo/content.ts';
import { events } from '../demo/events.ts';
import { sanitizeHtml } from './html.ts';
import { earlierSanitizeHtml } from './testing/earlier-html.ts';
import { ATTACKS } from './testing/html-attacks.ts';
import { anyHtml } from './testing/html-strings.ts';

/** More by hand: HTML_RUNS=200000 npx vitest run src/core/html-earlier.test.ts */
const RUNS = Number(process.env.HTML_RUNS ?? 1_000);

const DEMO = [
  ...articles.map(({ body }) => body),
  ...pages.map(({ body }) => body),
  ...authors.map(({ about }) => about),
  ...events.map(({ description }) => description),
].filter((html) => html !== undefined && html !== null);

/** Players are the exception: the earlier sanitiser checked another address than browsers load. */
const PLAYER = /<iframe(?:[^>"']|"[^"]*"|'[^']*')*>\s*<\/iframe>/gi;
const PLAIN_PLAYER = '<iframe src="https://www.youtube.com/embed/x"></iframe>';
const withoutOddPlayers = (html: string) => html.replace(PLAYER, (player) => (player === PLAIN_PLAYER ? player : ''));

function expectUnchanged(html: string): void {
  const written = earlierSanitizeHtml(html).html;
  const again = sanitizeHtml(written);
  expect(withoutOddPlayers(again.html)).toBe(withoutOddPlayers(written));
  if (withoutOddPlayers(written) === written) expect(again).toEqual({ html: written, removed: [] });
}

describe('output of the earlier sanitiser is not changed', () => {
  it('of the demo', () => {
    expect(DEMO.length).toBeGreaterThan(60);
    for (const html of DEMO) {
      expect(earlierSanitizeHtml(html)).toEqual({ html, removed: [] });
      expect(sanitizeHtml(html)).toEqual({ html, removed: [] });
    }
  });

  it.each(ATTACKS)('of %j', expectUnchanged);

  it('of any string', () => {
    fc.assert(fc.property(anyHtml, expectUnchanged), { numRuns: RUNS });
  });
});
