import { expect, it } from 'vitest';
import { freshDatabase } from '../../test/app.ts';
import { databaseUrl } from '../../test/database.ts';
import { openDatabase, openPool } from './connect.ts';

const server = await freshDatabase();

it('has closed its connections when it has stopped', async () => {
  const watching = openPool(server, 'command', () => {});
  for (let round = 0; round < 5; round += 1) {
    const { pool, stop } = await openDatabase({
      databaseUrl: databaseUrl(server),
      dataDir: null,
      purpose: 'serve',
      log: () => {},
    });
    await Promise.all(Array.from({ length: 10 }, () => pool.query('select pg_sleep(0.02)')));
    expect(pool.totalCount).toBe(10);
    await stop();
    const { rows } = await watching.query(
      `select state from pg_stat_activity where datname = current_database() and application_name = 'masthead serve'`,
    );
    expect(rows).toEqual([]);
  }
  await watching.end();
});
