/** Presence: who else has the article open, and who saved a newer version. Notices, never locks. */
import { useEffect, useState } from 'react';
import type { LiveEvent, ManagedArticle, Presence } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useLiveEvents } from '../live/live-provider.tsx';
import { usePerson, useSite } from '../shell/context.ts';
import { statusOf } from './save-state.ts';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

/** The service forgets who is here after 45 seconds. */
const REPEAT_MS = 20_000;
/** The event of one's own save may arrive before its response. */
const SETTLE_MS = 1_500;
const PLACES = [
  ['title', '.title-field'],
  ['body', '.body'],
  ['properties', '#properties'],
] as const;

export function Others({ open }: { open: OpenArticle }) {
  const words = useEditorWords();
  const others = usePresence(open.article.uid);
  const newer = useNewer(open);
  const me = `person:${usePerson().id}`;
  const name = newer && (others.find(({ by }) => by === newer)?.name ?? words.someone);
  const placeOf = (field: string | null) =>
    field !== null && field in words.others.places
      ? words.others.places[field as keyof typeof words.others.places]
      : null;
  return (
    <div className="editor-others" role="status">
      {others.length > 0 && (
        <p>
          {words.others.here}{' '}
          {others.map(({ by, name: who, field }, at) => (
            <span key={by}>
              {at > 0 && ', '}
              <strong>{who ?? words.someone}</strong>
              {placeOf(field) && ` (${placeOf(field)})`}
            </span>
          ))}
        </p>
      )}
      {name && (
        <p>
          {newer === me ? words.others.newerOwn : words.others.newer(name)}{' '}
          <button
            className="link"
            onClick={() => {
              open.flush.current();
              void open.saver.look();
            }}
            type="button"
          >
            {words.others.show}
          </button>
        </p>
      )}
    </div>
  );
}

/** Everyone else who has the article open. Says that this person has, and in which part the cursor is. */
function usePresence(uid: string): Presence[] {
  const { manage } = useApi();
  const site = useSite();
  const me = `person:${usePerson().id}`;
  const [presences, setPresences] = useState<Presence[]>([]);
  useLiveEvents(({ name, data }) => {
    if (name === 'presence' && data.uid === uid) setPresences(data.presences);
  });
  useEffect(() => {
    let field = placeOf(document.activeElement);
    let isOpen = true;
    const say = (active = true) =>
      manage.presence
        .set(site.id, { uid, field, active })
        .then((answer) => isOpen && setPresences(answer.presences))
        // Presence is optional: if it cannot be sent, nothing is lost.
        .catch(() => undefined);
    const onFocus = () => {
      const next = placeOf(document.activeElement);
      if (next === null || next === field) return;
      field = next;
      void say();
    };
    const onShow = () => void say();
    const onHide = () => void say(false);
    void say();
    const timer = window.setInterval(() => void say(), REPEAT_MS);
    document.addEventListener('focusin', onFocus);
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onShow);
    return () => {
      isOpen = false;
      window.clearInterval(timer);
      document.removeEventListener('focusin', onFocus);
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
      void say(false);
    };
  }, [manage, site.id, uid]);
  return presences.filter(({ by }) => by !== me);
}

function placeOf(element: Element | null): string | null {
  return PLACES.find(([, selector]) => element?.closest(selector))?.[0] ?? null;
}

type LiveArticle = Extract<LiveEvent, { name: 'article' }>['data'];
type SavedArticle = Pick<
  LiveArticle,
  'id' | 'state' | 'version' | 'published_version' | 'updated_by' | 'updated_at' | 'deleted'
>;

/**
 * Who saved a version that is not on the screen. Fields are left as they are until the person asks for it, or saves; what has no
 * field here, such as a publication, is taken over at once.
 */
function useNewer({ article, state, saver }: OpenArticle): string | undefined {
  const [latest, setLatest] = useState<SavedArticle>();
  const [isShown, setShown] = useState(false);
  const { manage } = useApi();
  const site = useSite();
  const missed = async () => {
    const fields = ['id', 'state', 'version', 'published_version', 'updated_by', 'updated_at', 'deleted_at'] as const;
    const read = await manage.articles.read(site.id, article.uid, { fields }).catch(() => undefined);
    if (read) setLatest({ ...read.article, deleted: read.article.deleted_at !== null });
  };
  useLiveEvents(({ name, data }) => {
    if (name === 'article' && data.uid === article.uid) setLatest(data);
    if (name === 'reset') void missed();
  });
  const { base, inFlight, lost, theirs } = state;
  const isFree = !inFlight && !lost && !theirs;
  const isNewer = latest !== undefined && latest.version > base.version && isFree;
  const isMoved = latest !== undefined && latest.version >= base.version && isFree && isElsewhere(latest, article);
  const isDeleted = latest?.deleted === true && isFree && !state.pause;
  const isSameText = latest?.updated_at === base.fields.updated_at;
  const isQuiet = statusOf(state) === 'saved';
  useEffect(() => {
    setShown(false);
    if (!latest || (!isNewer && !isMoved && !isDeleted)) return;
    const timer = window.setTimeout(() => {
      // Words that are not saved yet are merged with what is read.
      if (isDeleted || !isNewer || (isQuiet && isSameText)) return void saver.look();
      setShown(true);
      const { id, state: next, published_version } = latest;
      if (isMoved) saver.learn({ id, state: next, published_version });
    }, SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, [isNewer, isMoved, isDeleted, isQuiet, isSameText, latest, saver]);
  return isNewer && isShown ? latest.updated_by : undefined;
}

function isElsewhere(latest: SavedArticle, { state, published_version }: ManagedArticle): boolean {
  return latest.state !== state || latest.published_version !== published_version;
}
