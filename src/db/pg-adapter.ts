/**
 * Kysely on a pool of `pg`. It differs from Kysely's own driver in three ways: prepared statements carry a name, results come
 * through our own promise, and statements on a server that does not answer time out. With the promises and the `query_timeout` of
 * `pg`, Node copied every result in garbage collection (docs/decisions/016-pg-client-adapter.md).
 */
import { createHash } from 'node:crypto';
import { type CompiledQuery, type DatabaseConnection, PostgresDialect, PostgresDriver, type QueryResult } from 'kysely';
import type pg from 'pg';
import { isPrepared } from './prepared.ts';
import { inSpan } from './statement-span.ts';
import type { Turns } from './turns.ts';
import type { PoolOptions, WriteHealth } from './write-health.ts';

/** A server that ends a statement at its timeout answers within this time. */
const GRACE_MS = 300;
/** The message of `pg` for it, which http/errors.ts knows. */
const TIMED_OUT = 'Query read timeout';
/** A connection keeps every prepared statement, so only the first texts, up to this number, get a name. */
const MOST_PREPARED = 100;
const NAME_DIGITS = 24;
const NOT_SUPPORTED = '0A000';
const IN_FAILED_TRANSACTION = '25P02';
const COUNTED = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'];

export class PoolDialect extends PostgresDialect {
  readonly #pool: pg.Pool;
  readonly #turns: Turns;

  constructor(pool: pg.Pool, turns: Turns) {
    super({ pool });
    this.#pool = pool;
    this.#turns = turns;
  }

  override createDriver(): PoolDriver {
    return new PoolDriver(this.#pool, this.#turns);
  }
}

class PoolDriver extends PostgresDriver {
  readonly #pool: pg.Pool;
  readonly #turns: Turns;
  readonly #connections = new WeakMap<pg.PoolClient, PoolConnection>();
  /** Names of prepared statements by their text. */
  readonly #names = new Map<string, string>();
  #renamed = 0;

  constructor(pool: pg.Pool, turns: Turns) {
    super({ pool });
    this.#pool = pool;
    this.#turns = turns;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const client = await this.#turns.take();
    const known = this.#connections.get(client);
    if (known) return known;
    const connection = new PoolConnection(client, this.#pool.options, {
      of: (query) => this.#nameOf(query),
      renew: (query) => this.#names.set(query.sql, `${nameOf(query.sql)}_${++this.#renamed}`),
    });
    this.#connections.set(client, connection);
    return connection;
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#turns.giveBack((connection as PoolConnection).client); // only this driver makes connections
  }

  #nameOf(query: CompiledQuery): string | undefined {
    if (!isPrepared(query)) return undefined;
    const known = this.#names.get(query.sql);
    if (known !== undefined || this.#names.size >= MOST_PREPARED) return known;
    const name = nameOf(query.sql);
    this.#names.set(query.sql, name);
    return name;
  }
}

/** By its text: a pooler may give the session to another process, whose statement of this name must be the same. */
function nameOf(text: string): string {
  return `masthead_${createHash('sha256').update(text).digest('hex').slice(0, NAME_DIGITS)}`;
}

interface Names {
  of(query: CompiledQuery): string | undefined;
  /** On every connection the statement is prepared again. */
  renew(query: CompiledQuery): void;
}

class PoolConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #names: Names;
  readonly #writes: WriteHealth | undefined;
  /** One timer for all statements: starting it again allocates nothing. */
  readonly #timer: NodeJS.Timeout | undefined;
  #running = 0;
  #isTimedOut = false;

  constructor(client: pg.PoolClient, options: PoolOptions, names: Names) {
    this.client = client;
    this.#names = names;
    this.#writes = options.writes;
    if (options.statement_timeout)
      this.#timer = setTimeout(() => this.#giveUp(), options.statement_timeout + GRACE_MS).unref();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const run = () => this.#run(query).catch((error) => this.#runAnew(query, error));
      const { command, rowCount, rows } = await inSpan(query, run);
      const isCounted = rowCount !== null && COUNTED.includes(command);
      return { rows: rows as Row[], ...(isCounted ? { numAffectedRows: BigInt(rowCount) } : {}) }; // typed by the statement
    } catch (error) {
      throw withCaller(error);
    }
  }

  streamQuery(): never {
    throw new Error('Statements are not streamed; read them in pages.');
  }

  /** Within a transaction, which has failed with the statement, `transaction` repeats all of it. */
  async #runAnew(query: CompiledQuery, error: unknown): Promise<pg.QueryResult> {
    if (!isOutdated(error)) throw error;
    this.#names.renew(query);
    return this.#run(query).catch((second) => {
      throw second.code === IN_FAILED_TRANSACTION ? error : second;
    });
  }

  #run(query: CompiledQuery): Promise<pg.QueryResult> {
    // `pg` does not change the values.
    const config = { name: this.#names.of(query), text: query.sql, values: query.parameters as unknown[] };
    return new Promise((resolve, reject) => {
      this.#running += 1;
      this.#timer?.refresh();
      this.client.query(config, (error: Error | null, result: pg.QueryResult) => {
        this.#running -= 1;
        // Another statement of the transaction may be next in line.
        if (this.#running > 0) this.#timer?.refresh();
        if (!error) return resolve(result);
        this.#writes?.note(error);
        reject(this.#isTimedOut ? new Error(TIMED_OUT) : error);
      });
    });
  }

  /** Also closes the connection: a late result must not become the next statement's. */
  #giveUp(): void {
    if (this.#running === 0) return;
    this.#isTimedOut = true;
    (this.client as unknown as pg.Client).end().catch(() => {}); // a client of a pool is one; its types leave `end` out
  }
}

/** A migration has changed a table of a prepared statement that returns all columns. */
export function isOutdated(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string };
  return code === NOT_SUPPORTED && message.includes('cached plan');
}

/** Errors of the server are made where its bytes are read; the stack of the caller says which statement failed. */
function withCaller(error: unknown): unknown {
  if (error instanceof Error) error.stack += `\n${new Error().stack?.split('\n').slice(1).join('\n')}`;
  return error;
}
