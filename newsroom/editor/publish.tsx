/** Publishing: the button names the action; the dialog asks when, and lists what is missing, such as a cover. */
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ManagedArticle } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useWords } from '../i18n/language.tsx';
import { useSaid } from '../i18n/service/use-service-words.ts';
import { useTimes } from '../i18n/times.ts';
import { hasUnpublishedChanges } from '../screens/articles/states.ts';
import { usePerson, useSite } from '../shell/context.ts';
import { isAuthorOnly } from '../shell/rights.ts';
import { useToasts } from '../shell/toasts.tsx';
import { useStore } from '../store.ts';
import { warningsOf } from './checklist.ts';
import { Dialog } from './fields.tsx';
import type { OpenArticle } from './use-article.ts';
import { nextHour, WhenField } from './when.tsx';
import { useEditorWords } from './words.ts';

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

/** Whether the action would change nothing: readers see this text, or editors have it. */
export function isDone(action: Action, open: OpenArticle): boolean {
  if (action === 'submit') return open.article.state === 'pending';
  return action === 'update' && !isAheadOfReaders(open);
}

export function PublishDialog({
  open,
  settle,
  onClose,
}: {
  open: OpenArticle;
  settle(): Promise<void>;
  onClose(): void;
}) {
  const words = useEditorWords();
  const site = useSite();
  const { publish } = words;
  const { article } = open;
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
  const isChanged = action === 'update' && isAheadOfReaders(open);
  const label = isLater ? publish.schedule : isChanged ? publish.changes : publish[action];
  return (
    <Dialog closeLabel={words.kept.cancel} onClose={onClose} title={publish.title[isLater ? 'schedule' : action]}>
      <div className="form">
        {!isDone(action, open) && <Checklist article={article} />}
        {action === 'publish' && (
          <WhenChoice instant={instant} isLater={isLater} onInstant={setInstant} onLater={setLater} />
        )}
        {isDone(action, open) && <p className="note">{publish.nothing[action]}</p>}
        {action === 'submit' && !isDone(action, open) && <p className="note">{publish.submitHint}</p>}
        {article.state === 'scheduled' && article.publish_at && (
          <p className="note">{publish.scheduledFor(times.exact(article.publish_at))}</p>
        )}
        {run.error && (
          <p className="field-problem" role="alert">
            {said.error(run.error)}
          </p>
        )}
        {isOffline && <p className="field-problem">{publish.offline}</p>}
        <div className="dialog-actions">
          {action !== 'submit' && (article.state === 'published' || article.state === 'scheduled') && (
            <button
              className="button"
              disabled={isOffline || run.isPending}
              onClick={() => run.mutate('unpublish')}
              type="button"
            >
              {article.state === 'scheduled' ? publish.unschedule : publish.unpublish}
            </button>
          )}
          <button
            className="button primary"
            disabled={!isReady}
            onClick={() => run.mutate(isLater && instant ? instant : action)}
            type="button"
          >
            {run.isPending ? publish.unsaved : label}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

export function usePublication({ article, saver }: OpenArticle, settle: () => Promise<void>, onDone: () => void) {
  const { publish } = useEditorWords();
  const { manage } = useApi();
  const site = useSite();
  const toasts = useToasts();
  const said = useSaid();
  return useMutation({
    mutationFn: async (what: Action | 'unpublish' | Date) => {
      await settle();
      const { version } = saver.state().base;
      const { articles } = manage;
      if (what === 'unpublish') await articles.unpublish(site.id, article.uid);
      else if (what === 'submit')
        await articles.change(site.id, article.uid, { state: 'pending' }, { ifMatch: version });
      else if (what instanceof Date)
        await articles.publish(site.id, article.uid, { publish_at: what.toISOString() }, { ifMatch: version });
      else await articles.publish(site.id, article.uid, {}, { ifMatch: version });
      await saver.look();
      return what instanceof Date ? 'schedule' : what;
    },
    onSuccess: (what) => {
      const undo = async () => {
        const { version } = saver.state().base;
        if (what === 'unpublish') await manage.articles.publish(site.id, article.uid, {}, { ifMatch: version });
        else if (what === 'submit')
          await manage.articles.change(site.id, article.uid, { state: 'draft' }, { ifMatch: version });
        else await manage.articles.unpublish(site.id, article.uid, { ifMatch: version });
        await saver.look();
        toasts.show(publish.undone);
      };
      const label = publish.undo;
      const run = () => void undo().catch((error: Error) => toasts.show(said.error(error)));
      // Undo restores the published text from the history, and sets a cancelled schedule again.
      const isUndone = what !== 'update' && !(what === 'unpublish' && article.state === 'scheduled');
      toasts.show(publish.done[what], isUndone ? { label, run } : undefined);
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
      <h3 className="checklist-title">{publish.checklist}</h3>
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
