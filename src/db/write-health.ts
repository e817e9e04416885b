/**
 * Whether the database accepts writes. Reads work on a full or failing disk and on a read-only server, so only errors of
 * writes show it. After such an error a probe writes until it succeeds.
 */
import type pg from 'pg';

export interface WriteHealth {
  /** Why writes fail; null while they work. */
  failure(): string | null;
  /** Called with every error that the server reports on a connection of the process. */
  note(error: unknown): void;
}

/** Options of every pool of this process; a pool made of another's options shares its health. */
export interface PoolOptions extends pg.PoolConfig {
  writes?: WriteHealth;
}

const REASONS: Record<string, string> = {
  '53100': 'the disk of the database is full',
  '58030': 'the database reports an I/O error',
  '25006': 'the database is read-only',
};
/** PROGRAM_LIMIT_EXCEEDED has many causes; only wraparound blocks all writes. */
const LIMIT = '54000';
const WRAPAROUND = /wraparound/;
const PROBE_EVERY_MS = 5_000;
/** A megabyte: a few free bytes would not be enough for the next article. */
const PROBE_ROWS = 1_000;

/** Why no write can succeed, if the error says so. */
export function writeFailure(error: unknown): string | null {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  if (code === LIMIT && WRAPAROUND.test(message)) return 'the database has used up its transaction ids';
  return REASONS[code] ?? null;
}

export function watchWrites(pool: () => pg.Pool, log: (level: 'info' | 'error', message: string) => void): WriteHealth {
  let failure: string | null = null;
  let isWatching = false;

  async function tryAgain() {
    isWatching = false;
    if (pool().ending) return;
    try {
      await probe(pool());
      failure = null;
      log('info', 'Writes work again.');
    } catch {
      watch();
    }
  }

  function watch() {
    if (!isWatching) setTimeout(tryAgain, PROBE_EVERY_MS).unref();
    isWatching = true;
  }

  return {
    failure: () => failure,
    note(error) {
      const reason = writeFailure(error);
      if (reason === null) return;
      if (reason !== failure) log('error', `Writes fail: ${reason}.`);
      failure = reason;
      watch();
    },
  };
}

/** Creates a table of a megabyte, which needs room on the disk, and rolls back. */
async function probe(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    await client.query(`
      begin;
      create table masthead_probe_${process.pid} as
        select repeat('x', 1000) as filler from generate_series(1, ${PROBE_ROWS})`);
    await client.query('rollback');
  } catch (error) {
    failed = error as Error; // the connection is closed together with its transaction
    throw error;
  } finally {
    client.release(failed);
  }
}
