/** How many articles wait for a decision, in the menu. */
import { useLanguage } from '../../i18n/language.tsx';
import { useCounts } from '../articles/rows.ts';

export function InboxBadge() {
  const language = useLanguage();
  const counts = useCounts();
  return counts?.pending ? <span className="badge">{counts.pending.toLocaleString(language)}</span> : null;
}
