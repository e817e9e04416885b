/** Every item that a source offered, with what became of it and why. */
import { Link } from 'wouter';
import { Icon } from '../../icons.tsx';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { LedgerList } from '../inbox/ledger.tsx';
import { useSourceWords } from './words.ts';

export function SourceLedger({ id, name }: { id: number; name: string }) {
  const words = useSourceWords();
  const site = useSite();
  return (
    <div className="sheet">
      <Link className="back-link" href={nounAddress(site.id, 'sources', id)}>
        <Icon name="back" /> {name || words.title}
      </Link>
      <div className="sheet-head">
        <h1>{name ? words.ledger.title(name) : words.ledger.link}</h1>
      </div>
      <LedgerList search={{ source: id }} state={undefined} />
    </div>
  );
}
