/** Dependencies between folders, purity of core, import cycles, state of modules, and the figures of STYLE.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { functionLengths, linesOf, percentile90 } from './architecture/figures.ts';
import { moduleState } from './architecture/module-state.ts';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

type Sources = Map<string, string>;

/** What each folder of src may import, besides itself and packages. */
const ARROWS: Record<string, string[]> = {
  contract: [],
  core: [],
  tracing: ['core'],
  db: ['core', 'tracing'],
  jobs: ['core', 'db', 'tracing'],
  outbound: ['core'],
  networks: ['core', 'outbound'],
  storage: ['core'],
  images: ['core'],
  features: ['contract', 'core', 'db', 'jobs', 'outbound', 'storage', 'images', 'tracing'],
  http: ['contract', 'core', 'db', 'jobs', 'features', 'storage', 'tracing'],
  demo: ['core', 'db', 'jobs', 'features', 'simulate', 'config.ts'],
  transfer: ['contract', 'core', 'db', 'jobs', 'features', 'http', 'storage'],
  intake: ['contract', 'core', 'db', 'jobs', 'features', 'http', 'outbound', 'networks', 'storage'],
  backup: ['core', 'db', 'storage'],
  simulate: [],
  sdk: ['contract', 'core'],
  'config.ts': ['core'],
  'log.ts': ['db', 'tracing'],
  'clean-ups.ts': ['jobs', 'features', 'storage', 'transfer'],
  'all-jobs.ts': ['clean-ups.ts', 'config.ts', 'features', 'intake', 'demo'],
  'start.ts': [
    'all-jobs.ts',
    'config.ts',
    'core',
    'db',
    'jobs',
    'features',
    'http',
    'intake',
    'demo',
    'backup',
    'storage',
    'images',
    'log.ts',
    'tracing',
    '../package.json',
  ],
  cluster: ['config.ts', 'core', 'db', 'log.ts', 'start.ts'],
  cli: [
    'cluster',
    'contract',
    'core',
    'config.ts',
    'db',
    'jobs',
    'outbound',
    'storage',
    'images',
    'features',
    'http',
    'transfer',
    'intake',
    'backup',
    'demo',
    'simulate',
    'sdk',
    'start.ts',
    'log.ts',
  ],
};
/** What the web app may import; nothing in src imports it. */
const NEWSROOM_ARROWS = ['newsroom', 'src/contract', 'src/core', 'src/sdk'];
/** The files of a feature that other features may import: never its commands, jobs or handlers. */
const OPEN_FILES = ['queries.ts', 'present.ts', 'resource.ts'];
/** Folders and files that every feature may import. */
const SHARED_FEATURES = ['accounts', 'resources', 'publication', 'rollups', 'handler.ts'];
const IMPURE =
  /\b(process|fetch|setTimeout|setInterval)\b\s*[.(]|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now/;
const PURE_MODULES = ['node:crypto', 'node:zlib', 'parse5', 'entities'];

/** State of modules, each with the reason why two applications in one process may share it. */
const ALLOWED_STATE: Record<string, string> = {
  'core/time.ts wallClocks': 'results of a pure function, one per time zone',
  'db/connect.ts dbOf': 'a field of the pool, which dies with it',
  'db/connect.ts pg': 'pg sends dates in UTC only by its defaults',
  'db/site-writers.ts waitingOf': 'a field of the database object, which dies with it',
  'db/transaction.ts changesOf': 'a field of the transaction, which dies with it',
  'db/transaction.ts watchersOf': 'a field of the database object, which dies with it',
  'features/articles/queries.ts statements': 'results of a pure function: the SQL of each kind of list',
  'http/encode.ts codings': 'results of a pure function, at most a hundred headers',
  'http/shipped-files.ts files': 'the bytes of files that come with the program',
  'http/schema-errors.ts Settings': 'TypeBox has only global settings',
  'http/validate.ts Format': 'TypeBox registers formats globally; they are pure functions',
  'tracing/span.ts active': 'a key: what it finds belongs to the asynchronous call',
  'jobs/lanes.ts statements': 'results of a pure function: the SQL of each table of lanes',
};

/** STYLE.md. Tables of the contract and the texts of the demo are not counted. */
const FIGURES = { functionLines: 25, fileLines: 180, longestFile: 350, testShare: 3 / 4 };
const UNCOUNTED = ['contract', 'demo'];

describe('the source', () => {
  const sources = readSources();

  it('is in known folders', () => {
    expect(sources.size).toBeGreaterThan(40);
    expect([...sources.keys()].map(room).every((name) => name in ARROWS)).toBe(true);
  });

  it('imports only along the allowed dependencies', () => {
    expect(brokenArrows(sources)).toEqual([]);
  });

  it('has no import cycles', () => {
    expect(cycles(importsByFile(sources))).toEqual([]);
  });

  it('has no cycles between features', () => {
    expect(cycles(importsByFeature(sources))).toEqual([]);
  });

  it.each(['bench', 'faults'])('has no import cycles in %s', (folder) => {
    const files = readFiles(join(SRC, '..', folder), (path) => path.endsWith('.ts'));
    expect(files.size).toBeGreaterThan(10);
    expect(cycles(importsByFile(files))).toEqual([]);
  });

  it('has no mutable state in modules, except for the list above', async () => {
    const found = await Promise.all(
      [...sources].map(async ([path, text]) => (await moduleState(text)).map((name) => `${path} ${name}`)),
    );
    expect(found.flat().sort()).toEqual(Object.keys(ALLOWED_STATE).sort());
  });

  it('stays within the figures of STYLE.md', () => {
    const counted = [...sources].filter(([path]) => !UNCOUNTED.includes(room(path)) && !path.includes('.generated.'));
    const texts = counted.map(([, text]) => text);
    const files = texts.map(linesOf);
    expect(percentile90(texts.flatMap(functionLengths))).toBeLessThanOrEqual(FIGURES.functionLines);
    expect(percentile90(files)).toBeLessThanOrEqual(FIGURES.fileLines);
    expect(counted.filter(([, text]) => linesOf(text) > FIGURES.longestFile).map(([path]) => path)).toEqual([]);
    const tests = [...readTests().values(), ...readTesting().values()].map(linesOf);
    expect(sum(tests) / sum(files)).toBeGreaterThan(FIGURES.testShare);
  });

  it('is pure in core', () => {
    expect(impurities(sources)).toEqual([]);
  });

  it('reads the environment only in config.ts', () => {
    const readers = [...sources].filter(([path, text]) => path !== 'config.ts' && /process\.env/.test(text));
    expect(readers.map(([path]) => path)).toEqual([]);
  });
});

describe('the newsroom', () => {
  const sources = readNewsroom();

  it('imports itself, and of the service only its interface, its pure functions and its client', () => {
    expect(sources.size).toBeGreaterThan(20);
    expect(brokenNewsroomArrows(sources)).toEqual([]);
  });

  it('has no import cycles, no mutable state in modules and no file that is too long', async () => {
    expect(cycles(importsByFile(sources))).toEqual([]);
    const found = await Promise.all(
      // main.tsx makes everything and passes it on, as start.ts does.
      [...sources]
        .filter(([path]) => path !== 'newsroom/main.tsx')
        .map(async ([path, text]) => (await moduleState(text, 'tsx')).map((name) => `${path} ${name}`)),
    );
    expect(found.flat()).toEqual([]);
    expect([...sources].filter(([, text]) => linesOf(text) > FIGURES.longestFile).map(([path]) => path)).toEqual([]);
  });

  it('is imported by nothing in src', () => {
    const users = [...readSources()].filter(([path, text]) =>
      localImports(join('src', path), text).some((target) => room(target) === 'newsroom'),
    );
    expect(users.map(([path]) => path)).toEqual([]);
  });
});

describe('random tests', () => {
  it('use the seed of the run, so that one number repeats it', () => {
    const tests = [...readTests()].filter(([path]) => path !== 'test/architecture.test.ts');
    const own = tests.filter(([, text]) => /from 'fast-check'|process\.env\.SEED/.test(text));
    expect(own.map(([path]) => path)).toEqual([]);
  });
});

describe('tests with a longer form', () => {
  it('are imported by a slow test beside them', () => {
    const tests = readTests();
    const long = [...tests].filter(([path, text]) => path.endsWith('.test.ts') && /\b(sized|slowTest)\(/.test(text));
    const slow = ([path]: [string, string]) => path.replace(/(\.slow)?\.test\.ts$/, '.slow.test.ts');
    expect(long.length).toBeGreaterThan(10);
    expect(long.filter((one) => !tests.has(slow(one))).map(([path]) => path)).toEqual([]);
  });
});

describe('the checks', () => {
  const broken = (path: string, text: string, more: [string, string][] = []): Sources =>
    new Map([[path, text], ...more]);

  it.each([
    ['db/x.ts', "import { y } from '../features/a/queries.ts';"],
    ['contract/x.ts', "import type { y } from '../core/a.ts';"],
    ['features/a/x.ts', "import { y } from '../b/commands.ts';"],
    ['features/a/x.ts', "export { y } from '../../http/app.ts';"],
    ['http/x.ts', "const y = await import('../start.ts');"],
  ])('find a forbidden import in %s', (path, text) => {
    expect(brokenArrows(broken(path, text))).toHaveLength(1);
  });

  it.each([
    "import { y } from '../src/features/a/queries.ts';",
    "import type { y } from '../test/app.ts';",
    "const y = await import('../src/start.ts');",
  ])('find a forbidden import of the newsroom in %s', (text) => {
    expect(brokenNewsroomArrows(broken('newsroom/x.tsx', text))).toHaveLength(1);
  });

  it.each([
    "import fs from 'node:fs';",
    'const at = Date.now();',
    'const at = new Date();',
    'Math.random()',
    'process.exit(1)',
  ])('find the impurity %s', (text) => {
    expect(impurities(broken('core/x.ts', text))).toHaveLength(1);
  });

  it('find a cycle over two files', () => {
    const two = broken('core/a.ts', "import './b.ts';", [['core/b.ts', "import { a } from './a.ts';"]]);
    expect(cycles(importsByFile(two))).toEqual(['core/a.ts → core/b.ts → core/a.ts']);
  });

  it('find a cycle over three features without a cycle of files', () => {
    const three = broken('features/a/x.ts', "import '../b/queries.ts';", [
      ['features/b/y.ts', "import type { Z } from '../c/present.ts';"],
      ['features/c/z.ts', "import '../a/queries.ts';"],
    ]);
    expect(cycles(importsByFile(three))).toEqual([]);
    expect(cycles(importsByFeature(three))).toEqual(['a → b → c → a']);
  });

  it.each([
    ['let count = 0;', 'count'],
    ['export let count: number;', 'count'],
    ['const seen = new Set<string>(); export const see = (name: string) => seen.add(name);', 'seen'],
    ['const rows: Row[] = []; export function put(row: Row) { rows.push(row); }', 'rows'],
    ['const sizes: Record<string, number> = {}; export function put(name: string) { sizes[name] = 1; }', 'sizes'],
    ['const cache = new LRUCache<string, object>({ max: 10 });', 'cache'],
    ['const kinds = { rows: { cache: newRowCache<Row>(100) } };', 'kinds'],
    ["import pg from 'pg'; pg.defaults.parseInputDatesAsUTC = true;", 'pg'],
  ])('find the state of %s', async (text, name) => {
    expect(await moduleState(text)).toEqual([name]);
  });

  it.each([
    'const NAMES = new Set(["a"]); export const has = (name: string) => NAMES.has(name);',
    'export const create = () => { const rows = new Map(); rows.set(1, 2); return rows; };',
    'const rows = [1]; export function sorted(rows: number[]) { rows.sort(); return rows; }',
    'const FORM = new RegExp("a"); const FORMAT = new Intl.NumberFormat("en"); export const at = new URL("a", "b:c");',
    'export const handlers = { list: () => newRowCache(100), count() { let rows = 0; return ++rows; } };',
  ])('find no state in %s', async (text) => {
    expect(await moduleState(text)).toEqual([]);
  });

  it('count the lines of functions', () => {
    const text = [
      'export function one(): void {',
      '  if (isTrue) {',
      '    call();',
      '  }',
      '}',
      'const two = async (a: number) => {',
      '  return a;',
      '};',
      'export async function three(',
      '  a: number,',
      '): Promise<void> {',
      '  for (const b of c) {',
      '    d();',
      '  }',
      '}',
    ];
    expect(functionLengths(text.join('\n'))).toEqual([5, 3, 5]);
  });
});

function readSources(): Sources {
  return readFiles(SRC, (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/testing/'));
}

/** By their paths from the root. */
function readNewsroom(): Sources {
  const files = readFiles(join(SRC, '../newsroom'), isNewsroomSource);
  return new Map([...files].map(([path, text]) => [join('newsroom', path), text]));
}

function isNewsroomSource(path: string): boolean {
  return /\.tsx?$/.test(path) && !/\.(test|d)\.ts$/.test(path) && !path.includes('/testing/');
}

function readTesting(): Sources {
  const ofSource = readFiles(SRC, (path) => path.includes('/testing/') && path.endsWith('.ts'));
  const ofTests = readFiles(join(SRC, '../test'), (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  return new Map([...ofSource, ...ofTests]);
}

function readTests(): Sources {
  const folders = ['src', 'newsroom', 'test', 'bench', 'faults'].map((folder) =>
    [...readFiles(join(SRC, '..', folder), (path) => path.endsWith('.test.ts'))].map(
      ([path, text]) => [join(folder, path), text] as const,
    ),
  );
  return new Map(folders.flat());
}

function readFiles(folder: string, isWanted: (path: string) => boolean): Sources {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isWanted);
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Static, dynamic and re-exporting imports, those of types included. */
function imports(text: string): string[] {
  return [...text.matchAll(/(?<!')(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
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

function brokenNewsroomArrows(sources: Sources): string[] {
  const isOpen = (target: string) => NEWSROOM_ARROWS.some((folder) => target.startsWith(`${folder}/`));
  return [...sources].flatMap(([path, text]) =>
    localImports(path, text)
      .filter((target) => !isOpen(target) && !target.endsWith('.css'))
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

type Imports = Map<string, string[]>;

function importsByFile(sources: Sources): Imports {
  return new Map([...sources].map(([path, text]) => [path, localImports(path, text)]));
}

function importsByFeature(sources: Sources): Imports {
  const features: Imports = new Map();
  for (const [path, text] of sources) {
    const [from, to] = [featureOf(path), localImports(path, text).flatMap((target) => featureOf(target) ?? [])];
    if (from) features.set(from, [...(features.get(from) ?? []), ...to.filter((feature) => feature !== from)]);
  }
  return features;
}

/** Null for files that are in no folder of a feature. */
function featureOf(path: string): string | null {
  return path.match(/^features\/([^/]+)\//)?.[1] ?? null;
}

function cycles(graph: Imports): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (name: string, trail: string[]) => {
    if (trail.includes(name)) found.push([...trail.slice(trail.indexOf(name)), name].join(' → '));
    if (done.has(name) || trail.includes(name)) return;
    for (const target of graph.get(name) ?? []) visit(target, [...trail, name]);
    done.add(name);
  };
  for (const name of graph.keys()) visit(name, []);
  return found;
}
