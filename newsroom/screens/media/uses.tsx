/** Where an item is used, with links to what can be edited here. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { MediaUse } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { articleAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { useMediaWords } from './words.ts';

const SHOWN = 50;

export interface Uses {
  list: MediaUse[] | undefined;
  total: number;
}

export function useUses(id: number): Uses {
  const { manage } = useApi();
  const site = useSite();
  const { data } = useQuery({
    queryKey: ['media', site.id, 'uses', id],
    queryFn: async ({ signal }) => {
      const { uses, meta } = await manage.media.uses(site.id, id, { count: SHOWN, signal });
      return { uses, total: meta.total_count };
    },
  });
  return { list: data?.uses, total: data?.total ?? 0 };
}

interface UsePlace {
  key: string;
  owner: MediaUse['owner'];
  title: string | null;
  uid: string | null;
  isPublished: boolean;
}

/** An article is one place, with its text and as it is served. */
export function placesOf(uses: readonly MediaUse[]): UsePlace[] {
  const places = new Map<string, UsePlace>();
  for (const { owner, owner_id, title, article_uid } of uses) {
    const key = article_uid ? `article ${article_uid}` : `${owner} ${owner_id}`;
    const isPublished = owner === 'published_article' || (places.get(key)?.isPublished ?? false);
    places.set(key, { key, owner, title, uid: article_uid, isPublished });
  }
  return [...places.values()];
}

export function UsesOf({ uses: { list, total } }: { uses: Uses }) {
  const { detail: words } = useMediaWords();
  const site = useSite();
  if (!list) return null;
  const places = placesOf(list);
  return (
    <section className="media-section">
      <h3>{words.usedIn}</h3>
      {places.length === 0 && <p className="note">{words.unused}</p>}
      <ul className="media-uses">
        {places.map(({ key, owner, title, uid, isPublished }) => (
          <li key={key}>
            <span className="note">{words.owners[owner]}</span>{' '}
            {uid ? <Link href={articleAddress(site.id, uid)}>{title || words.untitled}</Link> : title || words.untitled}
            {isPublished && <span className="note">{` (${words.published})`}</span>}
          </li>
        ))}
      </ul>
      {total > list.length && <p className="note">{words.moreUses(total - list.length)}</p>}
    </section>
  );
}
