// Bundles a folder of TypeScript, its `main.ts` and each file in `workers/`, without checking types, and runs it.
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

export async function runBundled(name) {
  // As deep below the root as src/db is, so that src/db finds the migrations.
  const folder = join(root, `node_modules/.masthead-${name}-${process.pid}`);
  const workers = readdirSync(join(root, name, 'workers')).map((file) => join(root, name, 'workers', file));
  await build({
    entryPoints: [join(root, name, 'main.ts'), ...workers],
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
  // A terminal signals the whole group; forward a signal that was sent only to this process.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => main.kill(signal));
  main.on('close', (code) => {
    rmSync(folder, { recursive: true, force: true });
    process.exitCode = code ?? 1;
  });
}
