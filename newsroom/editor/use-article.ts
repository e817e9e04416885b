/** An open article: its fields, and the saver that sends what changes. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ManagedArticle } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { usePerson, useSite } from '../shell/context.ts';
import { createJournal, stateOf } from './journal.ts';
import type { Fields, Merged } from './merge.ts';
import type { OpenJournal } from './open-journal.ts';
import { type Problem, type SaveState, startSaving, statusOf } from './save-state.ts';
import { createSaver, type Saver } from './saver.ts';
import { articleService, storedOf } from './service.ts';

export interface Opening extends OpenJournal {
  article: ManagedArticle;
}

export interface OpenArticle {
  /** The fields as they are on the screen; the body as of the last pause. */
  article: ManagedArticle;
  state: SaveState;
  saver: Saver;
  set(fields: Partial<ManagedArticle>): void;
  /** Called with a body to show. */
  onBody: { current: (body: string) => void };
  /** Called before a merge: flushes the last keystrokes. */
  flush: { current: () => void };
  removed: Problem[];
  /** Fields that were merged, and who changed them. */
  merged: { fields: string[]; by: string | null; name: string | null } | undefined;
  /** How often others' changes were merged while the article was open. */
  merges: { readonly current: number };
  dismiss(): void;
}

export function journalName(siteId: number, uid: string): string {
  return `${siteId}/${uid}`;
}

export function useArticle({ article, store, tab, entry, release }: Opening): OpenArticle {
  const api = useApi();
  const site = useSite();
  const [state, setState] = useState<SaveState>(() =>
    entry ? stateOf(entry, storedOf(article)) : startSaving(storedOf(article)),
  );
  const [removed, setRemoved] = useState<Problem[]>([]);
  const [merged, setMerged] = useState<OpenArticle['merged']>();
  const onBody = useRef<(body: string) => void>(() => {});
  const flush = useRef<() => void>(() => {});
  const changedBy = useRef<{ by: string | null; name: string | null }>({ by: null, name: null });
  const merges = useRef(0);
  const by = `person:${usePerson().id}`;
  const [journal] = useState(() =>
    createJournal(store, { article: journalName(site.id, article.uid), tab, by }, Date.now),
  );
  // One saver for as long as the article is open.
  const [saver] = useState((): Saver => {
    const made: Saver = createSaver(state, {
      service: articleService({
        api,
        siteId: site.id,
        uid: article.uid,
        onRemoved: setRemoved,
        onStale: (who, name) => {
          changedBy.current = { by: who, name };
        },
      }),
      clock: { now: () => performance.now(), after: later },
      // If storage is blocked, saves to the service still work.
      keep: (next) => journal.keep(next).catch(() => {}),
      onChange: setState,
      beforeMerge: () => flush.current(),
      onMerged: (result, theirs, before) => {
        const now = made.state();
        if (now.theirs) return;
        onBody.current(String({ ...now.base.fields, ...now.mine }.body ?? ''));
        const fields = changedFields(result, before, theirs.fields);
        if (fields.length === 0) return;
        merges.current += 1;
        setMerged({ fields, ...changedBy.current });
      },
    });
    return made;
  });
  useFollowing(saver);
  useEffect(() => {
    const keepLast = () => {
      flush.current();
      journal.keepAtEnd(saver.state());
    };
    window.addEventListener('pagehide', keepLast);
    return () => window.removeEventListener('pagehide', keepLast);
  }, [saver, journal]);
  useLeaving(saver, flush, { name: journalName(site.id, article.uid), release });
  return {
    article: { ...state.base.fields, ...state.mine } as unknown as ManagedArticle, // the fields of the article that was read
    state,
    saver,
    set: (fields) => saver.edit(fields as Fields),
    onBody,
    flush,
    removed,
    merged,
    merges,
    dismiss: () => {
      setMerged(undefined);
      setRemoved([]);
    },
  };
}

/** Resumes saving when the connection or the session is back, and checks for others' changes when the page becomes visible. */
function useFollowing(saver: Saver): void {
  const { connection, session } = useApi();
  useEffect(() => {
    const resume = () => {
      const { pause, lost, failures } = saver.state();
      const isBack = connection.get() === 'online' && session.get() !== 'ended';
      // Whoever signs in again may have another role.
      const isPaused = pause === 'signed-out' || pause === 'forbidden';
      if (isBack && (isPaused || lost || failures > 0)) saver.resume();
    };
    const look = () => {
      if (document.visibilityState === 'visible' && statusOf(saver.state()) === 'saved') void saver.look();
    };
    const ends = [connection.subscribe(resume), session.subscribe(resume)];
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      for (const end of ends) end();
    };
  }, [saver, connection, session]);
}

/** Navigation within the newsroom saves unsaved changes, or leaves them in the journal for the next visit. */
function useLeaving(
  saver: Saver,
  flush: RefObject<() => void>,
  { name, release }: { name: string; release(): Promise<void> },
): void {
  const { leaving } = useApi();
  const latest = useRef({ name, release });
  // Layout effects are cleaned up before the editor view is destroyed, so its text can still be read.
  useLayoutEffect(
    () => () => {
      flush.current();
      const { name: left, release: end } = latest.current;
      const done = saver
        .leave()
        .finally(end)
        .catch(() => {})
        .then(() => void (leaving.get(left) === done && leaving.delete(left)));
      leaving.set(left, done);
    },
    [saver, flush, leaving],
  );
}

function changedFields(result: Merged, before: Fields, theirs: Fields): string[] {
  const body = (result.body ?? []).some((part) => !('base' in part) && part.from === 'theirs') ? ['body'] : [];
  const untouched = ['title', 'summary', 'body', 'tags', 'section_id'].filter(
    (field) => !(field in result.fields) && JSON.stringify(before[field]) !== JSON.stringify(theirs[field]),
  );
  return [...new Set([...result.taken, ...body, ...untouched])];
}

function later(milliseconds: number, run: () => void): () => void {
  const timer = window.setTimeout(run, milliseconds);
  return () => window.clearTimeout(timer);
}
