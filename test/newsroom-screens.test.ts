/** Every route of the newsroom has a case among the screens that axe looks at (journeys/screens.slow.test.ts). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './guide.ts';
import { SCREENS } from './journeys/screens.ts';

/** The addresses of `<Route path={…}>`. */
function addressesIn(source: string): string[] {
  return [...source.matchAll(/<Route path=\{(?:`\$\{)?([A-Z_]+)/g)].map(([, name = '']) => name);
}

function nounsIn(source: string): string[] {
  const table = source.split('NOUNS = {')[1]?.split('};')[0] ?? '';
  return [...table.matchAll(/^ {2}(\w+): async/gm)].map(([, name = '']) => name);
}

it('every route of the newsroom is among the screens that are checked', () => {
  const [routing, others, screens] = ['routes.tsx', 'without-session.tsx', 'screens.ts'].map((name) =>
    readFileSync(join(ROOT, 'newsroom/shell', name), 'utf8'),
  );
  const routes = [...nounsIn(String(screens)), ...addressesIn(String(routing)), ...addressesIn(String(others))];
  expect(routes.length).toBeGreaterThan(15);
  const checked = new Set(SCREENS.map(({ route }) => route).filter((route) => !['/', '*'].includes(route)));
  expect([...checked].toSorted()).toEqual([...new Set(routes)].toSorted());
});
