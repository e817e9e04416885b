import { migrate as migrateSchema, migrationStates } from '../db/migrate.ts';
import { wayBack } from '../db/way-back.ts';
import { type Command, parsed, print, table, withDatabase } from './command.ts';

export const migrate: Command = {
  summary: 'bring the database schema up to date, or show its state',
  help: `Usage: masthead migrate [--status]

Applies pending migrations, each in its own transaction, under a lock. \`masthead start\`
does the same; run it by hand to upgrade before a restart.

  --status   only list the migrations, when each was applied, and whether the program
             from before an upgrade could be started again`,
  async run(args) {
    const { values } = parsed(args, { status: { type: 'boolean' } });
    await withDatabase(({ pool }) => (values.status ? showStatus(pool) : apply(pool)), { schema: 'any' });
  },
};

type Pool = Parameters<typeof migrateSchema>[0];

async function showStatus(pool: Pool): Promise<void> {
  const states = await migrationStates(pool);
  print(
    table(states.map(({ name, appliedAt }) => [name, appliedAt ? `applied ${appliedAt.toISOString()}` : 'pending'])),
  );
  print(wayBack(states));
}

async function apply(pool: Pool): Promise<void> {
  const applied = await migrateSchema(pool);
  for (const name of applied) print(`applied ${name}`);
  if (applied.length === 0) print('The schema is up to date.');
}
