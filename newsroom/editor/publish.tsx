/** Publishing: the button names the action; the dialog asks when, and lists what is missing, such as a cover. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { ManagedArticle } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useWords } from '../i18n/language.tsx';
import { useSaid } from '../i18n/service/use-service-words.ts';
import { useTimes } from '../i18n/times.ts';
import { hasUnpublishedChanges } from '../screens/articles/states.ts';
import { useUndo } from '../screens/articles/undo.ts';
import { usePerson, useSite } from '../shell/context.ts';
import { isAuthorOnly } from '../shell/rights.ts';
import { useToasts } from '../shell/toasts.tsx';
import { useStore } from '../store.ts';
import { warningsOf } from './checklist.ts';
import { Dialog } from './fields.tsx';
import type { OpenArticle } from './use-article.ts';
import { nextHour, WhenField } from './when.tsx';
import { useEditorWords } from './words.ts';

/** How changes are saved: a schedule follows only what is saved on purpose. */
export type Saving = 'on purpose' | 'as typed';
export type Settle = (how?: Saving) => Promise<void>;

export type Action = 'publish' | 'update' | 'submit';

export function useAction({ state }: Pick<ManagedArticle, 'state'>): Action {
  const person = usePerson();
  const site = useSite();
  if (isAuthorOnly(person, site.id)) return 'submit';
  return state === 'published' ? 'update' : 'publish';
}

/** Whether readers see an earlier text than the one on the screen, saved or not. */
export function isAheadOfReaders({ article, state }: OpenArticle): boolean {
  const isWritten = Object.keys(state.mine).length > 0;
  return hasUnpublishedChanges(article) || (article.state === 'published' && isWritten);
}

/** Whether a schedule will publish an earlier text than the one on the screen, saved or not. */
export function isAheadOfSchedule({ article, state }: OpenArticle): boolean {
  const { scheduled_version, version } = article;
  const isWritten = Object.keys(state.mine).length > 0;
  return article.state === 'scheduled' && (isWritten || (scheduled_version !== null && scheduled_version < version));
}

/** Whether the action would change nothing: readers see this text, or editors have it. */
export function isDone(action: Action, open: OpenArticle): boolean {
  if (action === 'submit') return open.article.state === 'pending';
  return action === 'update' && !isAheadOfReaders(open);
}

/** Without a title an article is neither published nor submitted. */
export function useHasTitle({ article: { title } }: Pick<OpenArticle, 'article'>): boolean {
  const { untitled } = useWords().article;
  return title.trim() !== '' && title !== untitled;
}

export function PublishDialog({ open, settle, onClose }: { open: OpenArticle; settle: Settle; onClose(): void }) {
  const words = useEditorWords();
  const site = useSite();
  const { publish } = words;
  const { article } = open;
  const { untitled } = useWords().article;
  const action = useAction(article);
  const times = useTimes(site.time_zone);
  const [isLater, setLater] = useState(article.state === 'scheduled');
  const [instant, setInstant] = useState<Date | undefined>(
    article.publish_at ? new Date(article.publish_at) : undefined,
  );
  const connection = useStore(useApi().connection);
  const said = useSaid();
  const run = usePublication(open, settle, onClose);
  const isOffline = connection !== 'online';
  const isReady =
    !isOffline &&
    !run.isPending &&
    !isDone(action, open) &&
    (!isLater || (instant !== undefined && instant.getTime() > Date.now()));
  const isScheduled = article.state === 'scheduled';
  const label = isLater ? (isScheduled ? publish.updateSchedule : publish.schedule) : publish[action];
  const isEmpty = action !== 'submit' && warningsOf(article, untitled).includes('body');
  const [isAsking, setAsking] = useState(false);
  const start = () => run.mutate(isLater && instant ? instant : action);
  return (
    <Dialog closeLabel={words.kept.cancel} onClose={onClose} title={publish.title[isLater ? 'schedule' : action]}>
      <div className="form">
        {!isDone(action, open) && <Checklist article={article} />}
        {action === 'publish' && (
          <WhenChoice instant={instant} isLater={isLater} onInstant={setInstant} onLater={setLater} />
        )}
        {isDone(action, open) && <p className="note">{publish.nothing[action]}</p>}
        {action === 'submit' && !isDone(action, open) && <p className="note">{publish.submitHint}</p>}
        {isScheduled && article.publish_at && (
          <p className="note">{publish.scheduledFor(times.moment(article.publish_at))}</p>
        )}
        {isAheadOfSchedule(open) && <p className="note">{publish.notScheduledHint}</p>}
        {run.error && (
          <p className="field-problem" role="alert">
            {said.error(run.error)}
          </p>
        )}
        {isOffline && <p className="field-problem">{publish.offline}</p>}
        <div className="dialog-actions">
          {action !== 'submit' && isScheduled && (
            <button
              className="button"
              disabled={isOffline || run.isPending}
              onClick={() => run.mutate('unpublish')}
              type="button"
            >
              {publish.unschedule}
            </button>
          )}
          {!isAsking && (
            <button className="button" onClick={onClose} type="button">
              {words.kept.cancel}
            </button>
          )}
          {!isAsking && (
            <button
              className="button primary"
              disabled={!isReady}
              onClick={isEmpty ? () => setAsking(true) : start}
              type="button"
            >
              {run.isPending ? publish.unsaved : label}
            </button>
          )}
        </div>
        {isAsking && <EmptyQuestion isDisabled={!isReady} isLater={isLater} onKeep={onClose} onPublish={start} />}
      </div>
    </Dialog>
  );
}

interface EmptyQuestionProps {
  isLater: boolean;
  isDisabled: boolean;
  onPublish(): void;
  onKeep(): void;
}

/** An article without text is published by a second press, of another button. */
function EmptyQuestion({ isLater, isDisabled, onPublish, onKeep }: EmptyQuestionProps) {
  const { publish } = useEditorWords();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <>
      <p className="field-problem" role="alert">
        {publish.empty}
      </p>
      <div className="dialog-actions">
        <button className="button" onClick={onKeep} ref={keep} type="button">
          {publish.keepWriting}
        </button>
        <button className="button primary" disabled={isDisabled} onClick={onPublish} type="button">
          {isLater ? publish.scheduleEmpty : publish.publishEmpty}
        </button>
      </div>
    </>
  );
}

/** The article with the fields that were saved last. */
export function savedOf({ article, saver }: OpenArticle): ManagedArticle {
  const { base } = saver.state();
  return { ...article, ...(base.fields as Partial<ManagedArticle>), version: base.version }; // the service sent them
}

const STATE_AFTER = { submit: 'pending', takeBack: 'draft' } as const;

export function usePublication(open: OpenArticle, settle: Settle, onDone: () => void) {
  const { article, saver } = open;
  const { publish } = useEditorWords();
  const { manage } = useApi();
  const site = useSite();
  const toasts = useToasts();
  const said = useSaid();
  const undoAll = useUndo();
  return useMutation({
    mutationFn: async (what: Action | 'unpublish' | 'takeBack' | Date) => {
      const merges = open.merges.current;
      const isForReaders = what !== 'unpublish' && what !== 'takeBack';
      await settle(isForReaders ? 'on purpose' : 'as typed');
      // Nobody publishes words that were not on the screen.
      if (isForReaders && open.merges.current !== merges) throw new Error(publish.unseen);
      const before = savedOf(open);
      const { version } = before;
      const { articles } = manage;
      if (what === 'unpublish') await articles.unpublish(site.id, article.uid);
      else if (what === 'submit' || what === 'takeBack')
        await articles.change(site.id, article.uid, { state: STATE_AFTER[what] }, { ifMatch: version });
      else if (what instanceof Date)
        await articles.publish(site.id, article.uid, { publish_at: what.toISOString() }, { ifMatch: version });
      else await articles.publish(site.id, article.uid, {}, { ifMatch: version });
      await saver.look();
      return { before, what: what instanceof Date ? ('schedule' as const) : what };
    },
    onSuccess: ({ before, what }) => {
      const undo = async () => {
        const { version } = saver.state().base;
        if (what === 'submit' || what === 'takeBack') {
          const state = STATE_AFTER[what === 'submit' ? 'takeBack' : 'submit'];
          await manage.articles.change(site.id, article.uid, { state }, { ifMatch: version });
        } else await manage.articles.unpublish(site.id, article.uid, { ifMatch: version });
        await saver.look();
        toasts.show(publish.undone, undefined, article.uid);
      };
      const label = publish.undo;
      const run = () => void undo().catch((error: Error) => toasts.show(said.error(error)));
      const done = [{ uid: before.uid, status: 204, version: null, state: null }];
      if (what === 'unpublish')
        toasts.show(
          publish.done[before.state === 'scheduled' ? 'unschedule' : what],
          undoAll({ kind: 'unpublish' }, [before], done, saver.look),
          article.uid,
        );
      // The text that was public before is in the history.
      else toasts.show(publish.done[what], what === 'update' ? undefined : { label, run }, article.uid);
      onDone();
    },
  });
}

function Checklist({ article }: { article: ManagedArticle }) {
  const { publish } = useEditorWords();
  const { article: words } = useWords();
  const warnings = warningsOf(article, words.untitled);
  return (
    <section>
      {warnings.length > 0 && <h3 className="checklist-title">{publish.checklist}</h3>}
      {warnings.length === 0 ? (
        <p className="note">{publish.ready}</p>
      ) : (
        <ul className="checklist">
          {warnings.map((warning) => (
            <li key={warning}>{publish.warnings[warning]}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface WhenProps {
  isLater: boolean;
  instant: Date | undefined;
  onLater(isLater: boolean): void;
  onInstant(instant: Date | undefined): void;
}

function WhenChoice({ isLater, instant, onLater, onInstant }: WhenProps) {
  const { publish } = useEditorWords();
  const name = useId();
  return (
    <fieldset className="field-set">
      <legend>{publish.moment}</legend>
      <label className="radio">
        <input checked={!isLater} name={name} onChange={() => onLater(false)} type="radio" /> {publish.now}
      </label>
      <label className="radio">
        <input
          checked={isLater}
          name={name}
          onChange={() => {
            onLater(true);
            if (!instant) onInstant(nextHour());
          }}
          type="radio"
        />{' '}
        {publish.later}
      </label>
      {isLater && <WhenField instant={instant} meaning={publish.at} onInstant={onInstant} />}
    </fieldset>
  );
}
