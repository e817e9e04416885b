// Bundles the program into dist/. One file loads in a third of the time that some 700 modules take, and the program is
// started often: by people at the command line, and by every test of a process. Types are looked at by `npm test`.
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  // Beside the program, what scripts/postgres-server.mjs needs. Each lies as deep as its source, so that it finds
  // migrations/ and public/ as the source does.
  entryPoints: ['src/cli/main.ts', 'src/db/embedded/account.ts', 'src/db/embedded/binaries.ts'],
  outdir: dist,
  outbase: 'src',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  external: ['pg-native'],
  // Packages in CommonJS call `require` for the modules of Node.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  logLevel: 'warning',
});
// `npx masthead` runs it as a program.
chmodSync(join(dist, 'cli/main.js'), 0o755);
