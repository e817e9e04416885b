/** The sizes above which the newsroom is not built: the bars of docs/decisions/034. */
import { describe, expect, it } from 'vitest';

type TooLarge = (metafile: object, manifest: object, sizes: Map<string, number>) => string[];
const path = '../scripts/newsroom-bars.mjs'; // it has no types
const { tooLarge } = (await import(path)) as { tooLarge: TooLarge };

const MANIFEST = { script: 'main.js', theme: 'theme.js', style: 'main.css', preload: ['shared.js'] };
const loads = (target: string) => ({ path: target, kind: 'import-statement' });
const METAFILE = {
  outputs: {
    'dist/main.js': { entryPoint: 'newsroom/main.tsx', imports: [loads('dist/shared.js')] },
    'dist/list.js': { entryPoint: 'newsroom/screens/articles/article-list.tsx', imports: [loads('dist/shared.js')] },
    'dist/editor.js': { entryPoint: 'newsroom/editor/article.tsx', imports: [loads('dist/prosemirror.js')] },
    'dist/body.js': { entryPoint: 'newsroom/editor/body.tsx', imports: [loads('dist/prosemirror.js')] },
    // A screen without a bar of its own, such as that of figures.
    'dist/figures.js': { entryPoint: 'newsroom/screens/figures/figures.tsx', imports: [loads('dist/chart.js')] },
    'dist/shared.js': { imports: [] },
    'dist/prosemirror.js': { imports: [] },
    'dist/chart.js': { imports: [] },
  },
};
/** Each is at its bar: 190 kB at first, 40 of styles, 15 of the list, 160 of the editor and of its text, 30 of a screen. */
const SIZES = {
  ...{ 'main.js': 90_000, 'theme.js': 1_000, 'shared.js': 99_000, 'main.css': 40_000, 'list.js': 15_000 },
  ...{ 'editor.js': 60_000, 'body.js': 60_000, 'prosemirror.js': 100_000, 'figures.js': 10_000, 'chart.js': 20_000 },
};
const missed = (sizes: Partial<typeof SIZES>) =>
  tooLarge(METAFILE, MANIFEST, new Map(Object.entries({ ...SIZES, ...sizes }))).map((line) => line.split(':')[0]);

describe('the bars of the newsroom', () => {
  it('are met by sizes that equal them', () => {
    expect(missed({})).toEqual([]);
  });

  it.each([
    ['the script of the page', { 'main.js': 90_001 }, ['The script of the first screen']],
    ['the script that sets the theme', { 'theme.js': 1_001 }, ['The script of the first screen']],
    ['what it imports', { 'shared.js': 99_001 }, ['The script of the first screen']],
    ['the styles', { 'main.css': 40_001 }, ['The styles']],
    ['the list', { 'list.js': 15_001 }, ['newsroom/screens/articles/article-list.tsx']],
    ['the editor', { 'editor.js': 60_001 }, ['newsroom/editor/article.tsx']],
    ['its text', { 'prosemirror.js': 100_001 }, ['newsroom/editor/article.tsx', 'newsroom/editor/body.tsx']],
    ['what a screen imports', { 'chart.js': 20_001 }, ['newsroom/screens/figures/figures.tsx']],
  ])('are missed by one byte more of %s', (_, sizes, parts) => {
    expect(missed(sizes)).toEqual(parts);
  });
});
