/** Where times belong to no site: that they are on the clock of the reader, who sees others on that of the site. */
import { useWords } from '../i18n/language.tsx';
import { ownZone } from '../i18n/times.ts';
import { useSite } from './context.ts';

export function OwnZoneNote() {
  const { common } = useWords();
  const { time_zone } = useSite();
  return time_zone === ownZone() ? null : <p className="note">{common.ownZone(ownZone())}</p>;
}
