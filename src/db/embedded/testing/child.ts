/**
 * The process that the tests start and kill: `child.mjs <serve|command> <dataDir> [write <first id>]`, or
 * `child.mjs try <dataDir>…`, which prints how each folder is refused.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openEmbedded } from '../open.ts';
import { refusals } from './refusals.ts';

const BATCH = 20;

const [purpose, dataDir = '', work, firstId] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

if (purpose === 'try') {
  say(`tried ${JSON.stringify(await Promise.all(process.argv.slice(3).map(refusals)))}`);
  process.exit(0);
}
try {
  const began = Date.now();
  const database = await openEmbedded(dataDir, {
    purpose: purpose === 'serve' ? 'serve' : 'command',
    log: (level, message) => process.stderr.write(`${level} ${message}\n`),
  });
  say(`open ${JSON.stringify({ ...database.connection, ms: Date.now() - began })}`);
  if (work === 'write') await write(new pg.Pool({ ...database.connection, max: 2 }), Number(firstId));
  await new Promise((resolve) => process.stdin.once('data', resolve));
  await database.stop();
  say('stopped');
  process.exit(0);
} catch (error) {
  say(`failed ${JSON.stringify({ message: String(error), exitCode: Object(error).exitCode })}`);
  process.exit(Number(Object(error).exitCode ?? 1));
}

/** Prints an id only once it is committed; continues after a broken connection, as the application does. */
async function write(pool: pg.Pool, first: number): Promise<never> {
  pool.on('error', () => {});
  for (let id = first; ; ) {
    const ids = id % 3 === 0 ? Array.from({ length: BATCH }, (_, index) => id + index) : [id];
    try {
      await pool.query('insert into written select unnest($1::int[])', [ids]);
      say(`wrote ${ids.join(' ')}`);
    } catch {
      await sleep(20);
    }
    id += BATCH;
  }
}
