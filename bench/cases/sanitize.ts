/** Making HTML safe: today's sanitiser beside the one before parse5, on bodies of 10 kB. */
import fc from 'fast-check';
import { parseFragment, serialize } from 'parse5';
import { sanitizeHtml } from '../../src/core/html.ts';
import { earlierSanitizeHtml } from '../../src/core/testing/earlier-html.ts';
import { ATTACKS } from '../../src/core/testing/html-attacks.ts';
import { anyHtml } from '../../src/core/testing/html-strings.ts';
import { articles } from '../../src/demo/articles/all.ts';
import type { Bench, Case, Measurement } from '../case.ts';
import { inPairs } from '../case.ts';

const SIZE = 10_000;
const ROUNDS = 200;
const MOST = 2;
/** HTML as other editors write it: attributes on nearly everything. */
const RICH =
  '<p class="lead" data-x="1">It <a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="noopener">was</a> a ' +
  '<strong>cold</strong> spring, é &nbsp; grey.</p>\n<figure style="text-align: center"><img src="https://cdn.example.com/a.jpg" ' +
  'alt="x" width="10" loading="lazy"><figcaption>Ice</figcaption></figure>\n';

/** Random pieces are parsed one by one: joined, the first unclosed script would swallow the rest. */
const bodies: [string, string[]][] = [
  ['demo', [filled(articles.map(({ body }) => body ?? ''))]],
  ['rich', [filled([RICH])]],
  ['attacks', [filled(ATTACKS)]],
  ['fuzz', fc.sample(anyHtml, { seed: 1, numRuns: 100 })],
];

export const sanitize: Case = {
  name: 'sanitize',
  title: 'making a body of 10 kB safe',
  reference: 'the sanitiser before parse5',
  bar: `≤ ${MOST}`,
  async run(bench) {
    const measurements: Measurement[] = [];
    for (const [name, texts] of bodies) {
      bench.say(`  ${name}`);
      const figure = `µs/10 kB, ${name}`;
      measurements.push({ figure, ...(await compared(bench, texts, sanitizeHtml)), bar: { most: MOST } });
      measurements.push({ figure: `${figure}, parse5’s tree`, ...(await compared(bench, texts, tree)) });
    }
    return measurements;
  },
};

function filled(texts: string[]): string {
  return texts.join('\n').repeat(20).slice(0, SIZE);
}

/** For comparison: the cost of parsing and serialising a tree without any checks. */
function tree(html: string): string {
  return serialize(parseFragment(html));
}

function compared(bench: Bench, texts: string[], subject: (html: string) => unknown) {
  return inPairs(
    bench,
    async () => microseconds(texts, subject),
    async () => microseconds(texts, earlierSanitizeHtml),
  );
}

/** CPU time of this process per 10 kB. */
function microseconds(texts: string[], work: (html: string) => unknown): number {
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) texts.forEach(work);
  const { user, system } = process.cpuUsage(before);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return ((user + system) / ROUNDS) * (SIZE / length);
}
