// Writes src/db/rows.generated.ts and schema.sql from a newly migrated database. It must also run while the code does not
// compile: only src/db is bundled, without checking types.
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundled, root } from './bundled.mjs';

const contents = ['connect', 'migrate', 'row-types', 'schema-text']
  .map((name) => `export * from './src/db/${name}.ts';`)
  .join('\n');
const { openDatabase, migrate, rowTypes, schemaText } = await bundled('row-types', contents);

const folder = mkdtempSync(join(tmpdir(), 'masthead-row-types-'));
chmodSync(folder, 0o711);
const log = (level, message) => level !== 'info' && console.error(message);
const database = await openDatabase({ databaseUrl: null, dataDir: folder, purpose: 'command', log });
try {
  await migrate(database.pool);
  await writeFile(join(root, 'src/db/rows.generated.ts'), await rowTypes(database.pool));
  await writeFile(join(root, 'schema.sql'), await schemaText(database.pool));
  console.log('Wrote src/db/rows.generated.ts and schema.sql.');
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
