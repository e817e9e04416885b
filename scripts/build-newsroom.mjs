// Bundles the web app of newsroom/ into dist/newsroom: files whose names carry a hash, each compressed as well, and the manifest that
// src/http/newsroom.ts reads.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { build } from 'esbuild';
import { importedBy, tooLarge } from './newsroom-bars.mjs';

export async function buildNewsroom(root, dist) {
  const folder = join(dist, 'newsroom');
  const shared = {
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    minify: true,
    metafile: true,
    entryNames: '[name]-[hash]',
    target: 'es2022',
    charset: 'utf8',
    // Licences of packages are in files beside the scripts, which browsers need not load.
    legalComments: 'external',
    logLevel: 'warning',
  };
  const app = await build({
    ...shared,
    entryPoints: ['newsroom/main.tsx'],
    chunkNames: '[name]-[hash]',
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    tsconfig: join(root, 'newsroom/tsconfig.json'),
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const theme = await build({ ...shared, entryPoints: ['newsroom/theme-early.ts'], format: 'iife' });
  const names = readdirSync(folder)
    .filter((name) => !name.endsWith('.LEGAL.txt'))
    .sort();
  const sizes = new Map(await Promise.all(names.map(async (name) => [name, await compressFile(join(folder, name))])));
  const manifest = manifestOf(app.metafile, theme.metafile, names);
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const problems = [...unloadedStyles(app.metafile), ...tooLarge(app.metafile, manifest, sizes)];
  if (problems.length > 0) throw new Error(`The newsroom cannot be built:\n${problems.join('\n')}`);
}

/** The bytes of the gzip file. */
async function compressFile(path) {
  const body = readFileSync(path);
  const best = { params: { [zlib.BROTLI_PARAM_QUALITY]: 10, [zlib.BROTLI_PARAM_SIZE_HINT]: body.length } };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(body, best), promisify(gzip)(body, { level: 9 })]);
  writeFileSync(`${path}.br`, br);
  writeFileSync(`${path}.gz`, gz);
  return gz.length;
}

function manifestOf(app, theme, files) {
  const [[script, { cssBundle }]] = entriesOf(app, 'newsroom/main.tsx');
  const [[early]] = entriesOf(theme, 'newsroom/theme-early.ts');
  const preload = [...importedBy(app, script)].map((path) => basename(path)).sort();
  return { theme: basename(early), script: basename(script), style: basename(cssBundle), preload, files };
}

function entriesOf({ outputs }, source) {
  return Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint === source);
}

/** esbuild writes the styles of a lazy chunk to a file that is never loaded. */
function unloadedStyles({ outputs }) {
  return Object.values(outputs)
    .filter(({ entryPoint, cssBundle }) => cssBundle && entryPoint !== 'newsroom/main.tsx')
    .map(({ entryPoint }) => `${entryPoint} imports styles: import them in newsroom/styles/index.css.`);
}
