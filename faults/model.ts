/** A model of a site and its receivers: what each receiver should know. Pure. */
import type { Arrival } from './wire.ts';

export interface Model {
  /** Each article's published title, by its position; null while unpublished. */
  articles: { id: number; title: string | null }[];
  receivers: { isUp: boolean; isActive: boolean }[];
}

/** What a receiver knows after applying its notifications in order of arrival. */
export function knownAfter(arrivals: Arrival[]): Map<number, string> {
  const known = new Map<number, string>();
  for (const { code, body } of arrivals) {
    if (code === null || code < 200 || code > 299) continue;
    const { action, article } = JSON.parse(body) as { action: string; article: { id: number; title: string } }; // a notification
    if (action === 'unpublish') known.delete(article.id);
    else known.set(article.id, article.title);
  }
  return known;
}

/** Differences between a receiver's knowledge and what is published, a sentence each. */
export function differences({ articles }: Model, known: Map<number, string>): string[] {
  return articles.flatMap(({ id, title }) => {
    const its = known.get(id) ?? null;
    return its === title ? [] : `article ${id} is ${title ?? 'not published'}, the receiver knows ${its ?? 'none'}`;
  });
}
