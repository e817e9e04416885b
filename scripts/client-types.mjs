// Writes src/sdk/client/wire.generated.ts from the rows of src/contract.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundled, root } from './bundled.mjs';

const { routes, wireTypes } = await bundled(
  'client-types',
  `export * as routes from './src/contract/routes.ts';
   export { wireTypes } from './src/sdk/client/generator/wire.ts';`,
);
await writeFile(join(root, 'src/sdk/client/wire.generated.ts'), wireTypes(routes));
console.log('Wrote src/sdk/client/wire.generated.ts.');
