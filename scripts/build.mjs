// Bundles the program and the SDK into dist/. One file loads in a third of the time of some 700 modules, and the program is
// started often: by people at the command line, and by every test of a process. `npm test` checks types.
// `--program` skips type declarations and the client's package, so that `npm start` needs only esbuild and the packages of the newsroom.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildNewsroom } from './build-newsroom.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  // The program, the program of the image processes, and the modules of scripts/postgres-server.mjs. Each is as deep as its source, so that it finds
  // migrations/ and public/ as the source does.
  entryPoints: ['src/cli/main.ts', 'src/images/worker.ts', 'src/db/embedded/account.ts', 'src/db/embedded/binaries.ts'],
  outdir: dist,
  outbase: 'src',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // sharp and argon2 load native libraries from their own folders; feedsmith is loaded by a thread.
  external: ['pg-native', '@node-rs/argon2', 'sharp', 'feedsmith'],
  // CommonJS packages call `require` for Node's modules.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  logLevel: 'warning',
});
// `npx masthead` runs it as a program.
chmodSync(join(dist, 'cli/main.js'), 0o755);

await buildNewsroom(root, dist);

// The SDK (src/sdk): one small file each, for Node, bundlers and plain pages. The service serves the client too.
// Its types lie beside it.
const sdk = ['client.ts', 'webhooks.ts'].map((name) => `src/sdk/${name}`);
await build({
  absWorkingDir: root,
  entryPoints: sdk,
  outdir: dist,
  outbase: 'src',
  bundle: true,
  minify: true,
  platform: 'neutral',
  external: ['node:*'],
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  logLevel: 'warning',
});
if (process.argv.includes('--program')) process.exit(0);

const declarations = [
  '--ignoreConfig',
  '--declaration',
  '--emitDeclarationOnly',
  '--skipLibCheck',
  '--rewriteRelativeImportExtensions',
];
const where = ['--rootDir', 'src', '--outDir', 'dist', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), ...declarations, ...where, ...sdk],
  { cwd: root, stdio: ['ignore', 2, 2] },
);
if (status !== 0) process.exit(1);

// The client as a package of its own, without the service: `npm pack ./dist/masthead-client`. It has the version of the service.
const client = join(dist, 'masthead-client');
const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
mkdirSync(client);
const { name, ...manifest } = json('packages/client/package.json');
const packageJson = { name, version: json('package.json').version, ...manifest };
writeFileSync(join(client, 'package.json'), `${JSON.stringify(packageJson, null, 2)}\n`);
for (const [from, to] of [
  ['LICENSE', 'LICENSE'],
  ['packages/client/README.md', 'README.md'],
  ['dist/sdk/client.js', 'index.js'],
  ['dist/sdk/client.d.ts', 'index.d.ts'],
  ['dist/sdk/client', 'client'],
]) {
  cpSync(join(root, from), join(client, to), { recursive: true });
}
