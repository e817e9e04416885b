/** One article, open for writing. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { ManagedArticle } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useAuthors, useSections } from '../api/queries.ts';
import { useWords } from '../i18n/language.tsx';
import { useSaid } from '../i18n/service/use-service-words.ts';
import { Icon } from '../icons.tsx';
import { isUndecided } from '../parts/pictures.ts';
import { everything, LoadedProvider, useRemote } from '../parts/remote-pictures.ts';
import { articleAddress, nounAddress } from '../shell/addresses.ts';
import { usePerson, useSite } from '../shell/context.ts';
import { lazyScreen } from '../shell/lazy-screen.tsx';
import { mayOn } from '../shell/rights.ts';
import { Failure, Notice, Waiting } from '../shell/states.tsx';
import { useToasts } from '../shell/toasts.tsx';
import { Body } from './body.tsx';
import { bylineOf } from './byline.ts';
import { Conflict } from './conflict.tsx';
import { ReturnedNote } from './decision.tsx';
import { type DeletedArticle, findDeleted } from './deleted/found.ts';
import { fieldName } from './field-name.ts';
import { Head } from './head.tsx';
import { NEW, refreshLists } from './lists.ts';
import { LockedNote, useIsLocked } from './locked.tsx';
import type { Fields } from './merge.ts';
import { openJournal } from './open-journal.ts';
import { Others } from './others.tsx';
import { Panel } from './panel.tsx';
import { PreviewDialog } from './preview.tsx';
import { isAheadOfSchedule, PublishDialog, type Saving, useHasTitle } from './publish.tsx';
import { RemoteNote } from './remote-note.tsx';
import { problemsOf, type Status, statusOf } from './save-state.ts';
import type { Saver } from './saver.ts';
import { TitleField } from './title.tsx';
import { journalName, type OpenArticle, type Opening, useArticle } from './use-article.ts';
import { useEditorKeys } from './use-keys.ts';
import { useProblems } from './use-problems.ts';
import { useEditorWords } from './words.ts';

const Deleted = lazyScreen(async () => ({ default: (await import('./deleted/deleted.tsx')).Deleted }));

export function ArticleScreen({ uid }: { uid: string }) {
  return uid === NEW ? <NewArticle /> : <OpenedArticle uid={uid} />;
}

/** Creates the draft at once, so that every change can be saved. */
function NewArticle() {
  const words = useEditorWords();
  const { article } = useWords();
  const { manage } = useApi();
  const site = useSite();
  const [, navigate] = useLocation();
  const sections = useSections(site.id);
  const section = sections.data?.[0]?.id;
  const person = usePerson();
  const authors = useAuthors(site.id);
  const { error, refetch } = useQuery({
    queryKey: ['articles', site.id, NEW],
    queryFn: async () => {
      const author_ids = bylineOf(person, site.id, authors.data ?? []);
      const blank = { title: article.untitled, section_id: section ?? 0, author_ids };
      const made = await manage.articles.create(site.id, blank);
      navigate(articleAddress(site.id, made.article.uid), { replace: true, state: { isNew: true } });
      return made.article.uid;
    },
    enabled: section !== undefined && !authors.isPending,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  const mayCreate = mayOn(person, 'content', 'write', site.id);
  if (sections.data?.length === 0)
    return (
      <Notice
        hint={mayCreate ? words.noSectionHint : `${words.noSectionHint} ${words.noSectionAsk}`}
        title={words.noSection}
      >
        {mayCreate && (
          <Link className="button primary" href={nounAddress(site.id, 'sections', 'new')}>
            {words.createSection}
          </Link>
        )}
      </Notice>
    );
  return <Waiting>{words.creating}</Waiting>;
}

function OpenedArticle({ uid }: { uid: string }) {
  const api = useApi();
  const { manage, leaving } = api;
  const site = useSite();
  const queries = useQueryClient();
  const queryKey = ['articles', site.id, 'open', uid];
  const [isReopening, setReopening] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<{ opening: Opening } | { deleted: DeletedArticle }> => {
      // Wait until the last visit has saved its changes.
      await leaving.get(journalName(site.id, uid));
      try {
        const { article } = await manage.articles.read(site.id, uid, { signal });
        const journal = await openJournal(journalName(site.id, article.uid));
        if (signal.aborted) await journal.release();
        return { opening: { article, ...journal } };
      } catch (error) {
        // An editor that is open finds out by itself, and is closed first.
        if (queries.getQueryData(queryKey)) throw error;
        const deleted = await findDeleted(api, site.id, uid, error);
        if (deleted) return { deleted };
        throw error;
      }
    },
    // Read once: from then on the saver tracks the stored version.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // The editor is closed first: its text is then in the journal.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is that of this article
  useEffect(() => {
    if (isReopening) void queries.resetQueries({ queryKey }).finally(() => setReopening(false));
  }, [isReopening]);
  const reopen = () => setReopening(true);
  if (isPending || isReopening) return <Waiting />;
  if (!data) return <Failure error={error} onRetry={refetch} />;
  if ('deleted' in data) return <Deleted deleted={data.deleted} onRestored={reopen} />;
  return <Editor onDeleted={reopen} opening={data.opening} />;
}

function Editor({ opening, onDeleted }: { opening: Opening; onDeleted(): void }) {
  const words = useEditorWords();
  const open = useArticle(opening);
  const problems = useProblems(open.state);
  const said = useSaid();
  const settle = (how: Saving = 'as typed') =>
    settled(open, how, (status, refused) =>
      refused ? `${fieldName(refused[0], words)}: ${said.problem(refused[1])}` : words.save[status],
    );
  const isDeleted = open.state.pause === 'gone';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is found to be deleted
  useEffect(() => {
    if (isDeleted) onDeleted();
  }, [isDeleted]);
  const [dialog, setDialog] = useState<'publish' | 'preview' | 'conflict'>();
  const [isPanelOpen, setPanelOpen] = useState(false);
  const { theirs } = open.state;
  useEffect(() => {
    if (theirs) setDialog('conflict');
  }, [theirs]);
  const save = () => {
    open.flush.current();
    open.saver.saveNow();
  };
  const toasts = useToasts();
  const hasTitle = useHasTitle(open);
  const isLocked = useIsLocked(open);
  const publish = () => {
    if (isLocked) return;
    if (hasTitle) return setDialog('publish');
    toasts.show(words.publish.noTitle);
    document.getElementById('title')?.focus();
  };
  useEditorKeys({ onSave: save, onPublish: publish });
  useListsAfter(open.saver, opening.article);
  const [isFromOutside] = useState(() => isUndecided(opening.article));
  const remote = useRemote(open.article, isFromOutside);
  const load = () => {
    // The text is opened again with its pictures.
    open.flush.current();
    remote.load();
  };
  const page = useUntouched(open, opening.article.version);
  return (
    <LoadedProvider value={remote.isLoaded}>
      <div className="editor" data-panel={isPanelOpen ? 'open' : 'closed'} ref={page}>
        <Head
          onConflict={() => setDialog('conflict')}
          onPreview={() => setDialog('preview')}
          onPublish={publish}
          open={open}
          settle={settle}
        />
        <div className="editor-main">
          <h1 className="for-readers">{open.article.title}</h1>
          <Others open={open} />
          <LockedNote open={open} />
          <ReturnedNote open={open} />
          <Notes open={open} />
          <TitleField open={open} />
          {problems.body && <p className="field-problem">{problems.body}</p>}
          <RemoteNote onLoad={load} remote={remote} />
          <Body
            isLoaded={remote.isLoaded === everything ? undefined : remote.isLoaded}
            isReadOnly={isLocked}
            key={String(remote.isLoaded === everything)}
            open={open}
          />
          <p className="note word-count">{words.wordCount(wordsIn(open.article.body))}</p>
        </div>
        <Panel open={open} />
        <button
          aria-controls="properties"
          aria-expanded={isPanelOpen}
          className="panel-toggle button"
          onClick={() => setPanelOpen(!isPanelOpen)}
          type="button"
        >
          {isPanelOpen ? words.panel.close : words.panel.open}
        </button>
        {dialog === 'publish' && <PublishDialog onClose={() => setDialog(undefined)} open={open} settle={settle} />}
        {dialog === 'preview' && (
          <PreviewDialog
            isWaiting={remote.isWaiting}
            onClose={() => setDialog(undefined)}
            open={open}
            settle={settle}
          />
        )}
        {dialog === 'conflict' && theirs && (
          <Conflict onClose={() => setDialog(undefined)} open={open} theirs={theirs} />
        )}
      </div>
    </LoadedProvider>
  );
}

function wordsIn(body: string): number {
  return body.replace(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

/** Lists do not refresh by themselves, but an author who returns to one expects to see what was just made, changed or published. */
function useListsAfter(saver: Saver, opened: ManagedArticle): void {
  const queries = useQueryClient();
  const site = useSite();
  const first = useRef({ mark: markOf(opened), isNew: history.state?.isNew === true });
  useEffect(
    () => () => {
      const { mark, isNew } = first.current;
      const refresh = () => {
        if (isNew || markOf(saver.state().base.fields) !== mark) void refreshLists(queries, site.id);
      };
      refresh();
      if (statusOf(saver.state()) !== 'saved') void saver.leave().then(refresh);
    },
    [saver, queries, site.id],
  );
}

/** A publication changes the state, not the version. */
function markOf({ version, published_version, state, publish_at }: Fields | ManagedArticle): string {
  return JSON.stringify([version, published_version, state, publish_at]);
}

/** The version of an article that was never saved again. */
const FIRST = 1;
const TOUCHES = ['beforeinput', 'input', 'change', 'paste', 'drop'];

/** Moves a new article that was left empty to the trash, so that lists do not fill with empty drafts. */
function useUntouched({ article, saver }: OpenArticle, opened: number) {
  const { manage } = useApi();
  const site = useSite();
  const queries = useQueryClient();
  const page = useRef<HTMLDivElement>(null);
  const isTouched = useRef(history.state?.isNew !== true);
  useEffect(() => {
    const ending = new AbortController();
    const touch = () => {
      isTouched.current = true;
      ending.abort();
    };
    for (const name of TOUCHES) page.current?.addEventListener(name, touch, { capture: true, signal: ending.signal });
    return () => {
      ending.abort();
      const { base, mine, pause } = saver.state();
      const isEmpty = base.version === FIRST && opened === FIRST && Object.keys(mine).length === 0;
      if (isTouched.current || pause || !isEmpty) return;
      const refresh = () => refreshLists(queries, site.id);
      void manage.articles.remove(site.id, article.uid, { ifMatch: FIRST }).then(refresh, () => undefined);
    };
  }, [manage, queries, site.id, article.uid, saver, opened]);
  return page;
}

/** Changes by others, and values that the service refused. */
function Notes({ open }: { open: OpenArticle }) {
  const words = useEditorWords();
  return (
    <>
      {isAheadOfSchedule(open) && (
        <div className="editor-notes" role="status">
          <p>{words.publish.notScheduledHint}</p>
        </div>
      )}
      <Merges open={open} />
    </>
  );
}

function Merges({ open: { merged, removed, dismiss } }: { open: OpenArticle }) {
  const words = useEditorWords();
  const shared = useWords();
  const me = `person:${usePerson().id}`;
  const fields = merged?.fields.map((field) => fieldName(field, words)).join(', ') ?? '';
  if (!merged && removed.length === 0) return null;
  return (
    <div className="editor-notes" role="status">
      {merged && (
        <p>
          {merged.by === me
            ? words.mergedOwn(fields)
            : words.merged(merged.name ?? nameOf(merged.by) ?? words.someone, fields)}
        </p>
      )}
      {removed.length > 0 && <p>{words.removed(removed.map(({ message }) => message).join(', '))}</p>}
      <button aria-label={shared.common.close} className="icon-button" onClick={dismiss} type="button">
        <Icon name="close" />
      </button>
    </div>
  );
}

/** The administrator has no name and is named as it is. */
function nameOf(by: string | null): string | null {
  return by === null || /^(person|key):/.test(by) ? null : by;
}

/**
 * Waits until everything is saved or a save fails. Only what a person publishes or submits is saved on purpose: a preview of a
 * scheduled article does not move its schedule.
 */
async function settled(
  { saver, flush }: OpenArticle,
  how: Saving,
  said: (status: Status, refused: [field: string, problem: string] | undefined) => string,
): Promise<void> {
  flush.current();
  if (how === 'on purpose') saver.saveNow();
  for (;;) {
    await new Promise((resolve) => window.setTimeout(resolve, 50));
    const status = statusOf(saver.state());
    if (status === 'saved') return;
    const [refused] = Object.entries(problemsOf(saver.state()));
    if (status !== 'saving' && status !== 'waiting') throw new Error(said(status, refused));
  }
}
