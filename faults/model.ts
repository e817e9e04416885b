/** What receivers should know: a model of a site and of those who listen to it. Pure. */
import type { Arrival } from './wire.ts';

export interface Model {
  /** The title under which each article is published; null while it is not. By its place in the sequence. */
  articles: { id: number; title: string | null }[];
  receivers: { isUp: boolean; isActive: boolean }[];
}

/** What a receiver knows that does what it is told, in the order in which it comes. */
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

/** How what a receiver knows differs from what is published, each in a sentence. */
export function differences({ articles }: Model, known: Map<number, string>): string[] {
  return articles.flatMap(({ id, title }) => {
    const its = known.get(id) ?? null;
    return its === title ? [] : `article ${id} is ${title ?? 'not published'}, the receiver knows ${its ?? 'none'}`;
  });
}
