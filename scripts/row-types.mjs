// Writes src/db/rows.generated.ts from the schema that the migrations make, on a database of its own. It must also run when
// the code does not compile, which is just when it is needed: only src/db is bundled, without looking at types.
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundled, root } from './bundled.mjs';

const contents = ['connect', 'migrate', 'row-types'].map((name) => `export * from './src/db/${name}.ts';`).join('\n');
const { openDatabase, migrate, rowTypes } = await bundled('row-types', contents);

const folder = mkdtempSync(join(tmpdir(), 'masthead-row-types-'));
chmodSync(folder, 0o711);
const log = (level, message) => level !== 'info' && console.error(message);
const database = await openDatabase({ databaseUrl: null, dataDir: folder, purpose: 'command', log });
try {
  await migrate(database.pool);
  await writeFile(join(root, 'src/db/rows.generated.ts'), await rowTypes(database.pool));
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
