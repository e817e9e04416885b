// Writes src/kit/client/wire.generated.ts from the rows of src/contract, without looking at types, so that it also runs
// when the code does not compile.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const bundle = join(root, 'dist/client-types.mjs');
const contents = `
  export * as routes from './src/contract/routes.ts';
  export { wireTypes } from './src/kit/client/wire-types.ts';`;
await build({
  stdin: { contents, resolveDir: root },
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
});
const { routes, wireTypes } = await import(bundle);
await writeFile(join(root, 'src/kit/client/wire.generated.ts'), wireTypes(routes.contentApi, routes.analyticsApi));
