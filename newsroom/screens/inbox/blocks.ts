/** What can be blocked of an article: whom it credits, and the domains of its sender and page. */
import type { OpenItem } from './queue.ts';

export interface BlockChoice {
  kind: 'person' | 'domain';
  value: string;
}

type Origin = Pick<OpenItem['article'], 'author_credit' | 'url'>;

export function blocksFor({
  article,
  item,
}: {
  article: Origin;
  item: Pick<NonNullable<OpenItem['item']>, 'mail'> | null;
}) {
  const address = item?.mail?.from_address ?? '';
  const domains = [address.includes('@') ? address.slice(address.lastIndexOf('@') + 1) : '', hostOf(article.url)];
  const person = article.author_credit.trim();
  return [
    ...(person === '' ? [] : [{ kind: 'person', value: person } as const]),
    ...[...new Set(domains)].filter((value) => value !== '').map((value) => ({ kind: 'domain', value }) as const),
  ] satisfies BlockChoice[];
}

function hostOf(url: string | null): string {
  try {
    return url === null ? '' : new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return '';
  }
}
