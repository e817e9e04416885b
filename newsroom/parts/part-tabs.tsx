/** Beside the name of an issue or a container: its fields, and its articles. */
import { Link } from 'wouter';
import { nounAddress } from '../shell/addresses.ts';
import { useSite } from '../shell/context.ts';
import { TabRow } from './tab-row.tsx';
import { usePartWords } from './words.ts';

export function PartTabs({ noun, id, current }: { noun: string; id: number; current: 'details' | 'articles' }) {
  const { articleOrder: words } = usePartWords();
  const site = useSite();
  const address = nounAddress(site.id, noun, id);
  return (
    <TabRow className="part-tabs" label={words.details}>
      {(
        [
          ['details', address],
          ['articles', `${address}/articles`],
        ] as const
      ).map(([name, href]) => (
        <Link aria-current={name === current ? 'page' : undefined} className="tab" href={href} key={name}>
          {words[name]}
        </Link>
      ))}
    </TabRow>
  );
}
