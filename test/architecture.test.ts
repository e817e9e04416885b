/** Which way the arrows point, that core is pure, and that no file reaches itself through its imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

type Sources = Map<string, string>;

/** What each room may import, besides itself and packages. */
const ARROWS: Record<string, string[]> = {
  contract: [],
  core: [],
  db: ['core'],
  jobs: ['core', 'db'],
  outbound: ['core'],
  features: ['contract', 'core', 'db', 'jobs', 'outbound'],
  http: ['contract', 'core', 'db', 'jobs', 'features'],
  demo: ['core', 'db', 'features', 'config.ts'],
  transfer: ['contract', 'core', 'db', 'jobs', 'features', 'http'],
  sdk: ['contract', 'core'],
  'config.ts': ['core'],
  'log.ts': ['db'],
  'clean-ups.ts': ['jobs', 'features', 'transfer'],
  'start.ts': [
    'clean-ups.ts',
    'config.ts',
    'core',
    'db',
    'jobs',
    'features',
    'http',
    'demo',
    'log.ts',
    '../package.json',
  ],
  cli: [
    'contract',
    'core',
    'config.ts',
    'db',
    'jobs',
    'outbound',
    'features',
    'http',
    'transfer',
    'sdk',
    'start.ts',
    'log.ts',
  ],
};
/** Of another feature only what reads: never its commands, jobs or handlers. */
const OPEN_FILES = ['queries.ts', 'present.ts', 'resource.ts'];
/** Shared by all features: how nouns are read and written, how articles are served, how campaigns add up, what a handler is. */
const SHARED_FEATURES = ['resources', 'publication', 'rollups', 'handler.ts'];
const IMPURE =
  /\b(process|fetch|setTimeout|setInterval)\b\s*[.(]|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now/;
const PURE_MODULES = ['node:crypto', 'parse5', 'entities'];

describe('the code', () => {
  const sources = readSources();

  it('is there', () => {
    expect(sources.size).toBeGreaterThan(40);
    expect([...sources.keys()].map(room).every((name) => name in ARROWS)).toBe(true);
  });

  it('keeps its arrows', () => {
    expect(brokenArrows(sources)).toEqual([]);
  });

  it('has no import cycles', () => {
    expect(cycles(sources)).toEqual([]);
  });

  it('keeps core pure', () => {
    expect(impurities(sources)).toEqual([]);
  });

  it('reads the environment in config.ts alone', () => {
    const readers = [...sources].filter(([path, text]) => path !== 'config.ts' && /process\.env/.test(text));
    expect(readers.map(([path]) => path)).toEqual([]);
  });
});

describe('random tests', () => {
  it('share the seed of the run, so that one number repeats it', () => {
    const own = [...readTests()].filter(([, text]) => /from 'fast-check'|process\.env\.SEED/.test(text));
    expect(own.map(([path]) => path)).toEqual([]);
  });
});

describe('the guards', () => {
  const broken = (path: string, text: string, more: [string, string][] = []): Sources =>
    new Map([[path, text], ...more]);

  it.each([
    ['db/x.ts', "import { y } from '../features/a/queries.ts';"],
    ['contract/x.ts', "import type { y } from '../core/a.ts';"],
    ['features/a/x.ts', "import { y } from '../b/commands.ts';"],
    ['features/a/x.ts', "export { y } from '../../http/app.ts';"],
    ['http/x.ts', "const y = await import('../start.ts');"],
  ])('see a broken arrow in %s', (path, text) => {
    expect(brokenArrows(broken(path, text))).toHaveLength(1);
  });

  it.each([
    "import fs from 'node:fs';",
    'const at = Date.now();',
    'const at = new Date();',
    'Math.random()',
    'process.exit(1)',
  ])('see the impurity %s', (text) => {
    expect(impurities(broken('core/x.ts', text))).toHaveLength(1);
  });

  it('see a cycle over two files', () => {
    const two = broken('core/a.ts', "import './b.ts';", [['core/b.ts', "import { a } from './a.ts';"]]);
    expect(cycles(two)).not.toEqual([]);
  });
});

function readSources(): Sources {
  const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/testing/'),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(SRC, path), 'utf8')]));
}

function readTests(): Sources {
  const paths = ['src', 'test', 'bench', 'faults'].flatMap((folder) =>
    readdirSync(join(SRC, '..', folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  );
  const tests = paths.filter((path) => path.endsWith('.test.ts') && path !== 'test/architecture.test.ts');
  return new Map(tests.map((path) => [path, readFileSync(join(SRC, '..', path), 'utf8')]));
}

/** Static, dynamic and re-exporting imports, types included: a type is an arrow too. */
function imports(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

function localImports(path: string, text: string): string[] {
  return imports(text)
    .filter((target) => target.startsWith('.'))
    .map((target) => normalize(join(dirname(path), target)));
}

function room(path: string): string {
  return path.split('/')[0] ?? '';
}

function brokenArrows(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) =>
    localImports(path, text)
      .filter((target) => !isAllowed(path, target))
      .map((target) => `${path} → ${target}`),
  );
}

function isAllowed(path: string, target: string): boolean {
  if (target.startsWith('..')) return (ARROWS[path] ?? []).includes(target);
  if (room(path) === 'features' && room(target) === 'features') return isAllowedFeature(path, target);
  return room(path) === room(target) || (ARROWS[room(path)] ?? []).includes(room(target));
}

function isAllowedFeature(path: string, target: string): boolean {
  const [, from] = path.split('/');
  const [, to = '', file = ''] = target.split('/');
  return from === to || SHARED_FEATURES.includes(to) || OPEN_FILES.includes(file);
}

function impurities(sources: Sources): string[] {
  return [...sources]
    .filter(([path]) => room(path) === 'core')
    .filter(
      ([, text]) =>
        IMPURE.test(text) || imports(text).some((name) => !name.startsWith('.') && !PURE_MODULES.includes(name)),
    )
    .map(([path]) => path);
}

function cycles(sources: Sources): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path))
      found.push([...trail.slice(trail.indexOf(path)), path].map((at) => relative('.', at)).join(' → '));
    if (done.has(path) || trail.includes(path)) return;
    for (const target of localImports(path, sources.get(path) ?? '')) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of sources.keys()) visit(path, []);
  return found;
}
