// Parts of the program for scripts that must also run when the code does not compile: bundled without checking types.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** As deep below the root as src/db is, so that it finds the migrations. */
const FOLDER = join(root, 'dist/bundled');

/** Imports `contents`, whose paths begin at the root, under a unique name. */
export async function bundled(name, contents) {
  const outfile = join(FOLDER, `${name}.mjs`);
  await build({
    stdin: { contents, resolveDir: root },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  const parts = await import(outfile);
  await rm(outfile);
  return parts;
}
