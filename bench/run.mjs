// Bundles the benchmark, without looking at types, and runs it. Dependencies and the program must be there already:
// `npm run bench` sees to that first.
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
// As deep below the root as src/db is, so that src/db finds the migrations.
const folder = join(root, `node_modules/.masthead-bench-${process.pid}`);
const workers = readdirSync(join(root, 'bench/workers')).map((name) => join(root, 'bench/workers', name));

await build({
  entryPoints: [join(root, 'bench/main.ts'), ...workers],
  entryNames: '[name]',
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  sourcemap: 'inline',
  logLevel: 'warning',
});
const main = spawn(process.execPath, ['--enable-source-maps', join(folder, 'main.mjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
// The terminal tells the whole group; a signal sent to this process alone is handed on.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => main.kill(signal));
main.on('close', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});
