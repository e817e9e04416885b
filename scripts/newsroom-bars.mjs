// How large the web app may be. The build fails above a bar.
import { basename } from 'node:path';

/** Limits in kilobytes (1,000 bytes, gzip) for the first screen and for each lazy screen. docs/decisions/034. */
const BARS = { script: 190, style: 40, screen: 30 };
const SCREEN_BARS = {
  'newsroom/screens/articles/article-list.tsx': 15,
  'newsroom/editor/article.tsx': 160,
  'newsroom/editor/body.tsx': 160,
};

/** A sentence for each bar that is missed; `sizes` are the bytes of the gzip files. */
export function tooLarge(metafile, { script, style, theme, preload }, sizes) {
  const kilobytes = (names) => names.reduce((sum, name) => sum + sizes.get(name), 0) / 1_000;
  const initial = [script, theme, ...preload];
  const parts = [
    ['The script of the first screen', BARS.script, kilobytes(initial)],
    ['The styles', BARS.style, kilobytes([style])],
    ...screensOf(metafile).map(([path, source]) => {
      const names = [path, ...importedBy(metafile, path)].map((name) => basename(name));
      return [source, SCREEN_BARS[source] ?? BARS.screen, kilobytes(names.filter((name) => !initial.includes(name)))];
    }),
  ];
  return parts
    .filter(([, most, size]) => size > most)
    .map(([name, most, size]) => `${name}: ${size.toFixed(1)} kB compressed; the bar is ${most} kB.`);
}

/** All lazy chunks. */
function screensOf({ outputs }) {
  return Object.entries(outputs)
    .filter(([path, { entryPoint }]) => path.endsWith('.js') && entryPoint && entryPoint !== 'newsroom/main.tsx')
    .map(([path, { entryPoint }]) => [path, entryPoint]);
}

/** The static imports of a file, transitively. */
export function importedBy({ outputs }, path, found = new Set()) {
  for (const { path: target, kind } of outputs[path]?.imports ?? []) {
    if (kind !== 'import-statement' || found.has(target)) continue;
    found.add(target);
    importedBy({ outputs }, target, found);
  }
  return found;
}
