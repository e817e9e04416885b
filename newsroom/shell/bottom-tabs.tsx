/** The tabs at the bottom on phones: three screens and a new article; hidden while an article is open. */
import { Link, useLocation, useRoute } from 'wouter';
import { useWords } from '../i18n/language.tsx';
import { Icon } from '../icons.tsx';
import {
  ARTICLE,
  articlesAddress,
  calendarAddress,
  campaignsAddress,
  inboxAddress,
  newArticleAddress,
  nounAddress,
} from './addresses.ts';
import { usePerson, useSite } from './context.ts';
import { DESTINATIONS } from './navigation.ts';
import { mayOn } from './rights.ts';

const MOST = 3;

export function BottomTabs({ onSearch }: { onSearch(): void }) {
  const words = useWords();
  const site = useSite();
  const person = usePerson();
  const [location] = useLocation();
  const [isEditing] = useRoute(ARTICLE);
  if (isEditing) return null;
  const wanted = [articlesAddress, inboxAddress, calendarAddress].map((address) => address(site.id));
  wanted.push(nounAddress(site.id, 'media'));
  // Analysts have no articles.
  if (!mayOn(person, 'articles', 'read', site.id)) wanted.push(campaignsAddress(site.id));
  const shown = DESTINATIONS.filter(
    ({ address, right, access = 'read' }) => wanted.includes(address(site.id)) && mayOn(person, right, access, site.id),
  ).slice(0, MOST);
  const mayWrite = mayOn(person, 'articles', 'write', site.id);
  return (
    <nav aria-label={words.shell.tabs} className="bottom-tabs">
      {shown.map(({ address, icon, label }) => (
        <Link
          aria-current={location.startsWith(address(site.id)) ? 'page' : undefined}
          href={address(site.id)}
          key={address(site.id)}
        >
          <Icon name={icon} size={20} />
          {label(words)}
        </Link>
      ))}
      {mayWrite && (
        <Link href={newArticleAddress(site.id)}>
          <Icon name="plus" size={20} />
          {words.shell.newShort}
        </Link>
      )}
      {shown.length < MOST && (
        <button onClick={onSearch} type="button">
          <Icon name="search" size={20} />
          {words.shell.search}
        </button>
      )}
    </nav>
  );
}
