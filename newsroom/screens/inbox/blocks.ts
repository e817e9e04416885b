/** What can be blocked of an article: whom it credits, the address of its sender, and the domains of its sender and page. */
import type { OpenItem } from './queue.ts';

export interface BlockChoice {
  kind: 'person' | 'domain';
  /** What the value is, in the words of the dialog. */
  named: 'author' | 'address' | 'domain';
  value: string;
}

type Origin = Pick<OpenItem['article'], 'author_credit' | 'url'>;
interface Sent {
  mail: { from_address: string } | null;
  submission: { email: string } | null;
}

/** The address first: a name is another one with the next message. */
export function blocksFor({ article, item }: { article: Origin; item: Sent | null }): BlockChoice[] {
  const sender = (item?.mail?.from_address || item?.submission?.email) ?? '';
  const address = sender.includes('@') ? sender : '';
  const domains = [address.slice(address.lastIndexOf('@') + 1), hostOf(article.url)];
  const choices: BlockChoice[] = [
    { kind: 'person', named: 'address', value: address },
    { kind: 'person', named: 'author', value: article.author_credit.trim() },
    ...[...new Set(domains)].map((value) => ({ kind: 'domain', named: 'domain', value }) as const),
  ];
  return choices.filter(({ value }) => value !== '');
}

function hostOf(url: string | null): string {
  try {
    return url === null ? '' : new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return '';
  }
}
