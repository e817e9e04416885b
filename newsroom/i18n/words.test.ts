/** Words of the newsroom that nobody has translated. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const newsroom = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(newsroom, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /(^|\/)(words-)?en\.ts$/.test(path),
);

/** Sentences by their place: three words or more, so that names and examples may be the same. */
function sentences(words: unknown, place: string): [string, string][] {
  if (typeof words === 'string') return words.trim().split(/\s+/).length > 2 ? [[place, words]] : [];
  if (typeof words !== 'object' || words === null) return [];
  return Object.entries(words).flatMap(([key, value]) => sentences(value, `${place}.${key}`));
}

it('are none', async () => {
  expect(files.length).toBeGreaterThan(10);
  const untranslated: string[] = [];
  for (const file of files) {
    const [en, fi] = await Promise.all(
      [file, file.replace(/en\.ts$/, 'fi.ts')].map((path) => import(`${newsroom}${path}`)),
    );
    for (const [name, words] of Object.entries(en)) {
      const translated = fi[name.replace(/En$/, 'Fi').replace(/^en$/, 'fi')];
      expect([file, name, translated]).not.toContain(undefined);
      const finnish = new Map(sentences(translated, file));
      for (const [place, sentence] of sentences(words, file))
        if (finnish.get(place) === sentence) untranslated.push(place);
    }
  }
  expect(untranslated).toEqual([]);
});
