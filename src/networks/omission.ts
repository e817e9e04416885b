/** Networks that say that posts are gone by leaving them out. */
import type { PostFigures } from '../core/intake/networks/collected.ts';
import type { Looks } from './connector.ts';

type Find = (ids: string[]) => Promise<Map<string, PostFigures>>;

/** An answer that has none of several posts may be a faulty one: then each of them is asked for alone. */
export async function looksByOmission(ids: string[], find: Find): Promise<Looks> {
  const found = await find(ids);
  const isDoubtful = found.size === 0 && ids.length > 1;
  if (isDoubtful) for (const id of ids) for (const [name, figures] of await find([id])) found.set(name, figures);
  return { found, missing: new Set(ids.filter((id) => !found.has(id))) };
}
