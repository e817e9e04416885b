/**
 * Connections to the server of DATABASE_URL. It may name several hosts, as libpq allows (`postgres://a,b:5433/db`): the one that accepts
 * writes is used. Time limits are set by a statement, because poolers refuse them as parameters of the connection.
 */
import pg from 'pg';
import { badConfiguration } from '../core/errors.ts';
import { serverAddresses } from '../core/server-addresses.ts';
import { READ_ONLY } from './passing.ts';

const LIMITS = ['statement_timeout', 'idle_in_transaction_session_timeout'] as const;

/** For `pg.Pool`, and for single connections. All pools of a process share what was learned about the hosts. */
export function serverPool(url: string): pg.PoolConfig {
  const addresses = serverAddresses(url);
  if (!addresses) throw badConfiguration('DATABASE_URL names hosts that Masthead cannot use.');
  let current = 0;

  /** Of several connections that fail on a host only the first goes on to the next one. */
  const failed = (at: number) => {
    if (at === current) current = (at + 1) % addresses.length;
  };

  class ServerClient extends pg.Client {
    readonly #at = current;
    readonly #limits: string;

    constructor(config: pg.PoolConfig) {
      // `pg` hides the password from a spread.
      const limits = Object.fromEntries(LIMITS.map((limit) => [limit, 0]));
      super({ ...config, ...limits, password: config.password, connectionString: addresses?.[current] });
      this.#limits = LIMITS.map((limit) => `set ${limit} = ${Number(config[limit] || 0)}`).join('; ');
      // A pool listens only once `connect` has ended. Without a listener an error after the handshake would end the process.
      this.on('error', () => {});
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
    override connect(callback?: unknown): Promise<pg.Client> | undefined {
      const connecting = this.#connect();
      if (callback === undefined) return connecting;
      const done = callback as (error: Error | null, client?: pg.Client) => void; // of the two types above
      connecting.then((client) => done(null, client), done);
    }

    async #connect(): Promise<pg.Client> {
      try {
        await super.connect();
        await this.query(this.#limits);
        if (addresses && addresses.length > 1) await refuseReadOnly(this);
        return this;
      } catch (error) {
        failed(this.#at);
        this.end().catch(() => {});
        throw error;
      }
    }
  }
  // Its type has no parameters, but a pool passes its options.
  return { Client: ServerClient as unknown as new () => pg.ClientBase };
}

async function refuseReadOnly(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on')
    throw Object.assign(new Error(`${client.host}:${client.port} accepts no writes`), { code: READ_ONLY });
}

/** Of the same kind as those of the pool. */
export function singleClient({ options }: pg.Pool, more: pg.ClientConfig = {}): pg.Client {
  const Client = (options.Client ?? pg.Client) as typeof pg.Client; // made here, or the default
  return new Client({ ...options, password: options.password, ...more });
}
