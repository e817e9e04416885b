/** Compares acknowledged articles with those in the database. Pure. */
import type { Acknowledged } from '../check.ts';

/** A sentence for each acknowledged article that is not stored, and each id that two articles were given. */
export function missing(acknowledged: Acknowledged[], stored: number[]): string[] {
  const there = new Set(stored);
  const published = new Set<number>();
  const twice = acknowledged.flatMap(({ action, articleId, title }) => {
    if (action === 'unpublish') published.delete(articleId);
    if (action !== 'publish') return [];
    const isTaken = published.has(articleId);
    published.add(articleId);
    return isTaken ? [`duplicate: ${title} was given the id ${articleId} of another article`] : [];
  });
  const lost = acknowledged
    .filter(({ articleId }) => !there.has(articleId))
    .map(({ articleId, title }) => `lost: article ${articleId} (${title}) was acknowledged and is not stored`);
  return [...lost, ...twice];
}
