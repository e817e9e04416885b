/** What a request asks of the database: the application in this process, on a pool that notes every statement. */
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import type { Bench } from '../case.ts';
import { type App, openApp } from './app.ts';
import type { DataSet } from './sets.ts';

export interface Statement {
  text: string;
  values: unknown[];
  name?: string;
}

export interface Recorder {
  app: App;
  statementsOf(request: InjectOptions): Promise<Statement[]>;
}

export function startRecorder(bench: Bench, data: DataSet): Recorder {
  const noted: Statement[] = [];
  const app = openApp({ connectionString: data.url }, 'serve');
  app.pool.on('connect', (client) => note(client, noted));
  bench.defer(() => app.close());
  return {
    app,
    async statementsOf(request) {
      noted.length = 0;
      await app.call(request);
      return noted.splice(0);
    },
  };
}

function note(client: pg.PoolClient, noted: Statement[]): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown; // passed on as it came, in every form
  Object.assign(client, {
    query: (first: string | Statement, values?: unknown, ...rest: unknown[]) => {
      if (typeof first === 'string') noted.push({ text: first, values: Array.isArray(values) ? values : [] });
      else if (!(first instanceof pg.Query)) noted.push({ ...first, values: first.values ?? [] });
      return query(first, values, ...rest);
    },
  });
}
