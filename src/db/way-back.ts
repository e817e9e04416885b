/** Whether an upgrade can be undone by starting the program from before it, in a sentence for its operator. */
import type { MigrationState } from './migrate.ts';

/** Of `migrationStates`. */
export function wayBack(states: MigrationState[]): string {
  const pending = states.filter(({ appliedAt }) => appliedAt === null);
  const applied = states.filter(({ appliedAt }) => appliedAt !== null);
  const last = applied.at(-1);
  if (!last) return 'The database has no schema yet.';
  if (pending.length > 0) return afterUpgrade(states, pending, last.number);
  const unknown = applied.filter(({ isKnown }) => !isKnown);
  if (unknown.length > 0) return onNewerSchema(states, unknown);
  const floor = newestNeeded(applied);
  if (floor === last.number)
    return `Rolling back is not safe: programs from before ${nameOf(states, floor)} cannot work on this schema. Restore the backup from before the upgrade instead.`;
  return `Rolling back is safe to every program that knows ${nameOf(states, floor)}.`;
}

function afterUpgrade(states: MigrationState[], pending: MigrationState[], last: number): string {
  const lead = `${pending.length === 1 ? '1 migration is' : `${pending.length} migrations are`} pending.`;
  const tight = pending.find(({ needs }) => needs > last);
  if (tight)
    return `${lead} Rolling back after the upgrade will not be safe: the program from before it cannot work with ${tight.name}. Take a backup first.`;
  return `${lead} Rolling back after the upgrade will be safe to every program that knows ${nameOf(states, newestNeeded(states))}.`;
}

function onNewerSchema(states: MigrationState[], unknown: MigrationState[]): string {
  const isKnown = (number: number) => states.some((one) => one.isKnown && one.number === number);
  const names = unknown.map(({ name }) => name).join(', ');
  if (unknown.every(({ needs }) => needs === 0 || isKnown(needs)))
    return `This program is older than the schema (${names}), and works on it.`;
  return `This program is older than the schema (${names}), and cannot work on it. Run the newer version.`;
}

function newestNeeded(states: MigrationState[]): number {
  return Math.max(...states.map(({ needs }) => needs));
}

function nameOf(states: MigrationState[], number: number): string {
  return states.find((one) => one.number === number)?.name ?? String(number).padStart(4, '0');
}
