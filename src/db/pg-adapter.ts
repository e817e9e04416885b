/**
 * Kysely on a pool of `pg`. It differs from Kysely's own driver in three ways: prepared statements carry a name, results come
 * through our own promise, and statements on a server that does not answer time out. With the promises and the `query_timeout` of
 * `pg`, Node copied every result in garbage collection (docs/decisions/016-pg-client-adapter.md).
 */
import { type CompiledQuery, type DatabaseConnection, PostgresDialect, PostgresDriver, type QueryResult } from 'kysely';
import type pg from 'pg';
import { isPrepared } from './prepared.ts';
import type { PoolOptions, WriteHealth } from './write-health.ts';

/** A server that ends a statement at its timeout answers within this time. */
const GRACE_MS = 300;
/** The message of `pg` for it, which http/errors.ts knows. */
const TIMED_OUT = 'Query read timeout';
/** A connection keeps every prepared statement, so only the first texts, up to this number, get a name. */
const MOST_PREPARED = 100;
const COUNTED = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'];

export class PoolDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): PoolDriver {
    return new PoolDriver(this.#pool);
  }
}

class PoolDriver extends PostgresDriver {
  readonly #pool: pg.Pool;
  readonly #connections = new WeakMap<pg.PoolClient, PoolConnection>();
  /** Names of prepared statements by their text. */
  readonly #names = new Map<string, string>();

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const client = await this.#pool.connect();
    const known = this.#connections.get(client);
    if (known) return known;
    const connection = new PoolConnection(client, this.#pool.options, (query) => this.#nameOf(query));
    this.#connections.set(client, connection);
    return connection;
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PoolConnection).release(); // only this driver makes connections
  }

  #nameOf(query: CompiledQuery): string | undefined {
    if (!isPrepared(query)) return undefined;
    const known = this.#names.get(query.sql);
    if (known !== undefined || this.#names.size >= MOST_PREPARED) return known;
    const name = `masthead_${this.#names.size}`;
    this.#names.set(query.sql, name);
    return name;
  }
}

class PoolConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #nameOf: (query: CompiledQuery) => string | undefined;
  readonly #writes: WriteHealth | undefined;
  /** One timer for all statements: starting it again allocates nothing. */
  readonly #timer: NodeJS.Timeout | undefined;
  #running = 0;
  #isTimedOut = false;

  constructor(client: pg.PoolClient, options: PoolOptions, nameOf: (query: CompiledQuery) => string | undefined) {
    this.#client = client;
    this.#nameOf = nameOf;
    this.#writes = options.writes;
    if (options.statement_timeout)
      this.#timer = setTimeout(() => this.#giveUp(), options.statement_timeout + GRACE_MS).unref();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { command, rowCount, rows } = await this.#run(query);
      const isCounted = rowCount !== null && COUNTED.includes(command);
      return { rows: rows as Row[], ...(isCounted ? { numAffectedRows: BigInt(rowCount) } : {}) }; // typed by the statement
    } catch (error) {
      throw withCaller(error);
    }
  }

  streamQuery(): never {
    throw new Error('Statements are not streamed; read them in pages.');
  }

  release(): void {
    this.#client.release();
  }

  #run(query: CompiledQuery): Promise<pg.QueryResult> {
    // `pg` does not change the values.
    const config = { name: this.#nameOf(query), text: query.sql, values: query.parameters as unknown[] };
    return new Promise((resolve, reject) => {
      this.#running += 1;
      this.#timer?.refresh();
      this.#client.query(config, (error: Error | null, result: pg.QueryResult) => {
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
    (this.#client as unknown as pg.Client).end().catch(() => {}); // a client of a pool is one; its types leave `end` out
  }
}

/** Errors of the server are made where its bytes are read; the stack of the caller says which statement failed. */
function withCaller(error: unknown): unknown {
  if (error instanceof Error) error.stack += `\n${new Error().stack?.split('\n').slice(1).join('\n')}`;
  return error;
}
