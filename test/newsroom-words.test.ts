/** Texts of the newsroom are in its catalogues, which have the same keys in English and Finnish. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { literalsOf } from './architecture/literals.ts';
import { ROOT } from './guide.ts';

/** The same in every language. */
const NAMES = ['Masthead', 'Ctrl K'];
const SIGNS: Record<string, string[]> = { 'newsroom/editor/toolbar.tsx': ['B', 'I', 'U', 'S'] };

const files = readdirSync(join(ROOT, 'newsroom'), { recursive: true })
  .map((path) => `newsroom/${path}`)
  .filter((path) => /\.tsx?$/.test(path))
  .sort();
const catalogues = files.filter((path) => /(words-en|i18n\/en)\.ts$/.test(path));

describe('the code of the newsroom', () => {
  const isCode = (path: string) =>
    !/(\.test\.tsx?|\.d\.ts|(words|definitions)-\w\w\.ts|i18n\/\w\w\.ts)$|\/testing\//.test(path);

  it.each(files.filter(isCode))('has no text of its own: %s', async (path) => {
    const found = await literalsOf(readFileSync(join(ROOT, path), 'utf8'));
    expect(found.filter((text) => ![...NAMES, ...(SIGNS[path] ?? [])].includes(text))).toEqual([]);
  });

  it.each([
    ['<p>Hello {name}</p>', ['Hello']],
    [`<p>{isNew ? "New" : \`Change \${name}\`}</p>`, ['New', 'Change']],
    ['<input placeholder="Search" type="text" />', ['Search']],
    ['<img alt={title ?? "Picture"} className="big" />', ['Picture']],
    ['<Field label={"Name" + star} name="title" />', ['Name']],
    ['<button aria-label={isOpen && "Close"}>×</button>', ['Close']],
    ['const toast = () => show("Could not be saved");', ['Could not be saved']],
    [`const status = \`Saved at \${time}\`;`, ['Saved at']],
    ['throw new Error("ApiProvider is missing.");', []],
    ['<p className="big text" title="https://example.com/{id}">{words.hello} … {"/"}</p>', []],
  ])('is read for literals: %s', async (source, found) => {
    expect(await literalsOf(source)).toEqual(found);
  });
});

describe('the guide to the newsroom', () => {
  /** Emphasis, not names of what is on a page. */
  const EMPHASIS = ['Two people in one article.', 'Who else is here', '3 changed – show'];

  it('names what the pages name', () => {
    const guide = readFileSync(join(ROOT, 'docs/guides/newsroom.md'), 'utf8');
    const words = catalogues.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    const named = [...guide.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name.replace(/\s+/g, ' '));
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !EMPHASIS.includes(name) && !words.includes(name))).toEqual([]);
  });
});

describe('the catalogues of the newsroom', () => {
  const keysOf = (value: unknown, path = ''): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${path}/${key}`))
      : [`${path} ${typeof value}`];

  it.each(catalogues)('have the same keys in both languages: %s', async (path) => {
    const read = async (name: string) => Object.values((await import(join(ROOT, name))) as Record<string, unknown>);
    const [english, finnish] = [await read(path), await read(path.replace(/en\.ts$/, 'fi.ts'))];
    expect(keysOf(english).sort()).toEqual(keysOf(finnish).sort());
  });
});
