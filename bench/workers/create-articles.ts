/** The command that stores an article, called without intake and without HTTP. */
import { timer } from '../../src/core/rights.ts';
import { kysely, openPool } from '../../src/db/connect.ts';
import { createArticle } from '../../src/features/articles/commands.ts';
import type { ArticleInput } from '../../src/features/articles/draft.ts';
import { siteById } from '../../src/features/sites/queries.ts';
import { answer } from '../processes/worker.ts';

export interface Creation {
  url: string;
  site: number;
  articles: ArticleInput[];
  /** Calls at the same time. */
  atOnce: number;
}

const say = (_: string, message: string) => void process.stderr.write(`${message}\n`);
let pool: ReturnType<typeof openPool> | undefined;

/** Returns the seconds it took. */
answer(async ({ url, site: id, articles, atOnce }: Creation): Promise<number> => {
  pool ??= openPool({ connectionString: url }, 'serve', say);
  const db = kysely(pool);
  const site = await siteById(db, id);
  if (!site) throw new Error(`There is no site ${id}.`);
  // As intake does: its run is not counted in the audit log.
  const run = { key: 'bench', noun: 'source' as const, action: 'poll' as const, isCountedApart: true };
  const caller = { ...timer, name: 'bench', run };
  const waiting = [...articles];
  const create = async () => {
    for (let input = waiting.shift(); input; input = waiting.shift())
      await createArticle(db, { site, caller, now: new Date() }, input);
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, create));
  return (performance.now() - began) / 1000;
});
