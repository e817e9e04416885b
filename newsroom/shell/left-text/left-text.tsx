/** Leads to articles whose last text was never sent, as after a connection that was lost: they are saved once they are opened. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useApi } from '../../api/api.ts';
import { articlesWithText } from '../../editor/open-journal.ts';
import { useStore } from '../../store.ts';
import { articleAddress } from '../addresses.ts';
import { usePerson } from '../context.ts';
import { useLeftTextWords } from './words.ts';

/** The most articles that are named. */
const NAMED = 3;

export function LeftText() {
  const words = useLeftTextWords();
  const left = useLeft();
  const names = left.slice(0, NAMED);
  const titles = useTitles(names);
  return (
    <div role="status">
      {left.length > 0 && (
        <p className="left-text">
          {words.left(left.length)}{' '}
          {names.map((name, at) => (
            <span key={name}>
              {at > 0 && ', '}
              <Link href={addressOf(name)}>{titles?.[at] || words.untitled}</Link>
            </span>
          ))}
          {left.length > NAMED && ' …'}
        </p>
      )}
    </div>
  );
}

/** The articles by their names in the journal, without the one on the screen. */
function useLeft(): string[] {
  const { connection, leaving } = useApi();
  const me = `person:${usePerson().id}`;
  const [location] = useLocation();
  const state = useStore(connection);
  const [left, setLeft] = useState<string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each step and when the connection changes
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      // What was closed a moment ago may just be on its way.
      await Promise.all(leaving.values());
      const all = await articlesWithText(me);
      if (!isOver) setLeft(all.filter((name) => addressOf(name) !== location));
    };
    void look();
    window.addEventListener('focus', look);
    return () => {
      isOver = true;
      window.removeEventListener('focus', look);
    };
  }, [location, state, me, leaving]);
  return left.filter((name) => addressOf(name) !== location);
}

function useTitles(names: readonly string[]): (string | null)[] | undefined {
  const { manage } = useApi();
  const { data } = useQuery({
    queryKey: ['left-text', ...names],
    queryFn: () =>
      Promise.all(
        names.map(async (name) => {
          const [siteId, uid] = partsOf(name);
          // One that is in the trash opens all the same.
          const read = await manage.articles.read(siteId, uid, { fields: ['title'] }).catch(() => undefined);
          return read?.article.title ?? null;
        }),
      ),
    enabled: names.length > 0,
  });
  return data;
}

function addressOf(name: string): string {
  return articleAddress(...partsOf(name));
}

function partsOf(name: string): [siteId: number, uid: string] {
  const [siteId = '', uid = ''] = name.split('/');
  return [Number(siteId), uid];
}
