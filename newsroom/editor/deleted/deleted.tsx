/** An article in the trash, to read, copy and restore. Text that was never saved stays in the journal, for when it is restored. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { MastheadError } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useWords } from '../../i18n/language.tsx';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useTimes } from '../../i18n/times.ts';
import { Icon } from '../../icons.tsx';
import { useLiveEvents } from '../../live/live-provider.tsx';
import { HtmlText } from '../../parts/html-text.tsx';
import { isUndecided } from '../../parts/pictures.ts';
import { useRemote } from '../../parts/remote-pictures.ts';
import { articlesAddress } from '../../shell/addresses.ts';
import { useIsOnline } from '../../shell/connection.tsx';
import { usePerson, useSite } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Decided, useDecisions } from '../decision.tsx';
import { refreshLists } from '../lists.ts';
import { discardLeft } from '../open-journal.ts';
import { RemoteNote } from '../remote-note.tsx';
import { journalName } from '../use-article.ts';
import type { DeletedArticle } from './found.ts';
import { useDeletedWords } from './words.ts';

const ChooseSection = lazy(async () => import('../../screens/articles/choose-section.tsx'));

interface DeletedProps {
  deleted: DeletedArticle;
  /** It is there again. */
  onRestored(): void;
}

export function Deleted({ deleted, onRestored }: DeletedProps) {
  const words = useDeletedWords();
  const shared = useWords();
  const site = useSite();
  const { article, mine } = deleted;
  const shown = { title: '', summary: '', body: '', cover_url: null, ...article, ...(mine as { body?: string }) };
  const text = useRef<HTMLDivElement>(null);
  const remote = useRemote(shown, article !== null && isUndecided(article));
  useRestored(deleted.uid, onRestored);
  return (
    <div className="editor deleted-article">
      <header className="editor-head">
        <Link className="back-link" href={`${articlesAddress(site.id)}${article ? '?state=trash' : ''}`}>
          <Icon name="back" />
          <span>{article ? words.trash : shared.list.title}</span>
        </Link>
        <div className="editor-standing">{article && <span className="editor-state">{words.state}</span>}</div>
        <CopyButton find={() => text.current} />
        {!deleted.deletion && <DiscardButton uid={deleted.uid} />}
        {article && <RestoreButton deleted={deleted} onRestored={onRestored} />}
      </header>
      <div className="editor-main">
        <Why deleted={deleted} />
        <RemoteNote onLoad={remote.load} remote={remote} />
        <div ref={text}>
          <h1 className="deleted-title" dir="auto">
            {shown.title || shared.article.untitled}
          </h1>
          {shown.summary && <HtmlText html={shown.summary} isLoaded={remote.isLoaded} />}
          <HtmlText html={shown.body} isLoaded={remote.isLoaded} />
        </div>
      </div>
    </div>
  );
}

/** Who deleted it and why, how long it stays, and whether this device has more than the service. */
function Why({ deleted: { uid, article, deletion, mine, isForbidden } }: { deleted: DeletedArticle }) {
  const words = useDeletedWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const mayRestore = mayOn(usePerson(), 'articles', 'write', site.id);
  const name = deletion?.deleted_by_name ?? (deletion?.deleted_by?.includes(':') ? null : deletion?.deleted_by);
  const hasUnsent = Object.keys(mine).length > 0;
  return (
    <div className="editor-notes deleted-why" role="status">
      {deletion ? (
        <p>
          {name ? words.by(name, times.moment(deletion.deleted_at)) : words.at(times.moment(deletion.deleted_at))}{' '}
          {words[mayRestore ? 'restorable' : 'byEditor'](times.moment(deletion.kept_until))}
        </p>
      ) : (
        <p>{isForbidden ? words.forbidden : words.forGood}</p>
      )}
      {article && <Decisions uid={uid} />}
      {hasUnsent && (
        <p>
          <strong>{words.unsent}</strong> {deletion && words.goesOn}
        </p>
      )}
    </div>
  );
}

function Decisions({ uid }: { uid: string }) {
  return useDecisions(uid).map((decision) => <Decided decision={decision} key={decision.id} />);
}

/** Where nothing will come back, the device need not offer its text for ever. */
function DiscardButton({ uid }: { uid: string }) {
  const words = useDeletedWords();
  const site = useSite();
  const [, navigate] = useLocation();
  const discard = () => void discardLeft(journalName(site.id, uid)).then(() => navigate(articlesAddress(site.id)));
  return (
    <button className="button delete" onClick={discard} type="button">
      {words.discard}
    </button>
  );
}

function RestoreButton({ deleted: { uid }, onRestored }: DeletedProps) {
  const words = useDeletedWords();
  const { manage } = useApi();
  const site = useSite();
  const queries = useQueryClient();
  const toasts = useToasts();
  const said = useSaid();
  const isOnline = useIsOnline();
  const mayRestore = mayOn(usePerson(), 'articles', 'write', site.id);
  const [isAsking, setAsking] = useState(false);
  const restore = useMutation({
    mutationFn: (section_id?: number) =>
      manage.articles.restore(site.id, uid, section_id === undefined ? {} : { section_id }),
    onSuccess: () => {
      void refreshLists(queries, site.id);
      toasts.show(words.restored, undefined, uid);
      onRestored();
    },
    onError: (error) => {
      if (error instanceof MastheadError && error.body.missing_field === 'section_id') return setAsking(true);
      toasts.show(said.error(error));
    },
  });
  if (!mayRestore) return null;
  return (
    <>
      <button
        className="button primary"
        disabled={!isOnline || restore.isPending}
        onClick={() => restore.mutate(undefined)}
        type="button"
      >
        {words.restore}
      </button>
      {isAsking && (
        <Suspense>
          <ChooseSection
            count={1}
            isPending={restore.isPending}
            onCancel={() => setAsking(false)}
            onRestore={(section_id) => restore.mutate(section_id)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Follows a restoration by someone else. */
function useRestored(uid: string, onRestored: () => void): void {
  const { manage } = useApi();
  const site = useSite();
  useLiveEvents(({ name, data }) => {
    if (name === 'article' && data.uid === uid && !data.deleted) onRestored();
    if (name === 'reset') look();
  });
  const look = () =>
    void manage.articles.read(site.id, uid, { fields: ['uid'] }).then(onRestored, () => {
      // It is still in the trash.
    });
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    const onShow = () => document.visibilityState === 'visible' && latest.current();
    document.addEventListener('visibilitychange', onShow);
    return () => document.removeEventListener('visibilitychange', onShow);
  }, []);
}
