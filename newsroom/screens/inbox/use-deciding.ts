/** Sends decisions while the screen goes on, and takes the last one back. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useSite } from '../../shell/context.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { type Decidable, type Decision, decide, decideMany, isDecided, undo } from './decisions.ts';
import { useInboxWords } from './words.ts';

/** As long as the message offers Undo. */
const UNDO_MS = 10_000;

export interface Deciding {
  /** What was decided here: it is not in the queue any more, even if the answer is on its way. */
  decided: ReadonlySet<string>;
  /** The same at this moment, before the screen shows it. */
  isDecided(uid: string): boolean;
  /** Undo also runs `takeBack`. */
  decide(row: Decidable, decision: Decision, takeBack?: () => Promise<void>): void;
  decideMany(rows: readonly Decidable[], decision: { kind: 'approve' | 'reject'; reason?: string }): Promise<void>;
  undoLast(): void;
  /** Takes what others have decided out of the queue. */
  drop(uid: string): void;
  say(message: string): void;
}

interface Last {
  at: number;
  done: Promise<unknown>;
  undo(): Promise<void>;
}

interface DecidingOptions {
  /** When the queue was last read. */
  readAt: number;
  onUndone(uid: string): void;
}

export function useDeciding({ readAt, onUndone }: DecidingOptions): Deciding {
  const { manage } = useApi();
  const site = useSite();
  const said = useSaid();
  const words = useInboxWords();
  const toasts = useToasts();
  const queries = useQueryClient();
  /** When each was decided; infinite while the answer is on its way. A queue that was read later knows better. */
  const [times, setTimes] = useState<ReadonlyMap<string, number>>(new Map());
  const decided = useMemo(
    () => new Set([...times].filter(([, at]) => at >= readAt).map(([uid]) => uid)),
    [times, readAt],
  );
  const sent = useRef(new Set<string>());
  const last = useRef<Last | null>(null);
  const undone = useRef(onUndone);
  undone.current = onUndone;

  const leave = useCallback(
    (uids: readonly string[], at: number) =>
      setTimes((before) => new Map([...before, ...uids.map((uid) => [uid, at] as const)])),
    [],
  );
  const bring = useCallback((uids: readonly string[]) => {
    for (const uid of uids) sent.current.delete(uid);
    setTimes((before) => new Map([...before].filter(([uid]) => !uids.includes(uid))));
  }, []);
  const refresh = useCallback(
    () => queries.invalidateQueries({ queryKey: ['articles', site.id, 'inbox'] }),
    [queries, site.id],
  );
  const fail = useCallback((error: Error) => toasts.show(said.error(error)), [toasts, said]);

  /** Offers Undo for ten seconds, by the message and by its key. */
  const offer = useCallback(
    (message: string, entry: Last) => {
      last.current = entry;
      toasts.show(message, { label: words.undo, run: () => void runUndo(last, entry).catch(fail) });
    },
    [toasts, words, fail],
  );

  return useMemo(
    () => ({
      decided,
      isDecided: (uid) => sent.current.has(uid),
      drop: (uid) => {
        leave([uid], Date.now());
        void refresh();
      },
      say: (message) => toasts.show(message),
      undoLast: () => {
        const entry = last.current;
        if (entry && Date.now() - entry.at <= UNDO_MS) void runUndo(last, entry).catch(fail);
      },
      decide(row, decision, takeBack) {
        leave([row.uid], Number.POSITIVE_INFINITY);
        sent.current.add(row.uid);
        const done = decide(manage, site.id, row, decision);
        const isLater = decision.kind === 'approve' && decision.publish_at !== undefined;
        offer(words.done[isLater ? 'later' : decision.kind](row.title || words.ledger.untitled), {
          at: Date.now(),
          done,
          async undo() {
            await undo(manage, site.id, row, decision);
            bring([row.uid]);
            await refresh();
            toasts.show(words.undone);
            undone.current(row.uid);
            await takeBack?.();
          },
        });
        done
          .then(() => leave([row.uid], Date.now()))
          .catch((error: Error) => {
            last.current = null;
            // What someone else has decided does not come back.
            if (isDecided(error)) leave([row.uid], Date.now());
            else bring([row.uid]);
            toasts.show(words.failed(row.title, said.error(error)));
          })
          .finally(refresh);
      },
      async decideMany(rows, decision) {
        const failed = await decideMany(manage, site.id, rows, decision).catch((error: Error) => {
          fail(error);
          return null;
        });
        await refresh();
        if (!failed) return;
        const kept = new Set(failed.map(({ uid }) => uid));
        const done = rows.filter(({ uid }) => !kept.has(uid));
        leave(
          done.map(({ uid }) => uid),
          Date.now(),
        );
        void refresh();
        const [first] = failed;
        if (first) toasts.show(words.bulk.failed(failed.length, said.problem(first.error)));
        if (done.length === 0) return;
        offer(words.bulk[decision.kind === 'approve' ? 'approved' : 'rejected'](done.length), {
          at: Date.now(),
          done: Promise.resolve(),
          async undo() {
            for (const row of done) await undo(manage, site.id, row, decision);
            bring(done.map(({ uid }) => uid));
            await refresh();
            toasts.show(words.undoneAll(done.length));
          },
        });
      },
    }),
    [decided, manage, site.id, said, words, toasts, leave, bring, refresh, fail, offer],
  );
}

/** Once, and after the decision itself was answered. */
async function runUndo(last: { current: Last | null }, entry: Last): Promise<void> {
  if (last.current === entry) last.current = null;
  await entry.done;
  await entry.undo();
}
