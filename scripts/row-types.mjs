// Writes src/db/rows.generated.ts from the schema that the migrations make, on a database of its own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ready } from './ready.mjs';

ready();
const { openDatabase } = await import('../dist/db/connect.js');
const { migrate } = await import('../dist/db/migrate.js');
const { rowTypes } = await import('../dist/db/row-types.js');

const folder = await mkdtemp(join(tmpdir(), 'masthead-row-types-'));
const log = (_level, message) => console.error(message);
const database = await openDatabase({ databaseUrl: null, dataDir: folder, purpose: 'command', log });
try {
  await migrate(database.pool);
  await writeFile(new URL('../src/db/rows.generated.ts', import.meta.url), await rowTypes(database.pool));
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
