/** Every route of the newsroom has a case among the screens that axe looks at (journeys/screens.slow.test.ts). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './guide.ts';
import { SCREENS } from './journeys/screens.ts';

/** Nouns, and the addresses of `<Route path={…}>`. */
function routesIn(source: string): string[] {
  const nouns = [...source.matchAll(/^ {2}(\w+): lazy\(/gm)].map(([, name = '']) => name);
  const addresses = [...source.matchAll(/<Route path=\{(?:`\$\{)?([A-Z_]+)/g)].map(([, name = '']) => name);
  return [...nouns, ...addresses];
}

it('every route of the newsroom is among the screens that are checked', () => {
  const sources = ['newsroom/shell/routes.tsx', 'newsroom/shell/without-session.tsx'];
  const routes = sources.flatMap((path) => routesIn(readFileSync(join(ROOT, path), 'utf8')));
  expect(routes.length).toBeGreaterThan(15);
  const checked = new Set(SCREENS.map(({ route }) => route).filter((route) => !['/', '*'].includes(route)));
  expect([...checked].toSorted()).toEqual([...new Set(routes)].toSorted());
});
