/** Every field of a noun that can be written is in its form in the newsroom, or is named here with the reason why not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './guide.ts';
import { nouns } from './nouns.ts';

/** Folders of newsroom/screens that are not named like the path of the API. */
const FOLDERS: Record<string, string> = {
  'article-categories': 'categories',
  'featured-item-containers': 'containers',
};

const LEFT_OUT: Record<string, string> = {
  order_number: 'the list orders by dragging, keys and menu',
};

/** The source of a noun's screens without the empty item, which names every field. */
function formOf(path: string): string {
  const folder = join(ROOT, 'newsroom/screens', FOLDERS[path] ?? path);
  const files = readdirSync(folder).filter((name) => name.endsWith('.tsx'));
  const source = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  return source.replace(/^ {2}blank: \{[\s\S]*?^ {2}\},/m, '');
}

it.each(nouns)('of $path', ({ path, full }) => {
  const form = formOf(path);
  const missing = Object.keys(full).filter((field) => !(field in LEFT_OUT) && !new RegExp(`\\b${field}\\b`).test(form));
  expect(missing).toEqual([]);
});
