/** Asks for the new time on the day that the item was dropped on. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { Dialog, Labelled } from '../../editor/fields.tsx';
import { WhenField } from '../../editor/when.tsx';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useIsOnline } from '../../shell/connection.tsx';
import { useSite } from '../../shell/context.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { type CalendarItem, dayIn, movedDays, movedEvent, timeOn } from './items.ts';
import { useCalendarWords } from './words.ts';

export function MoveDialog({ item, day, onClose }: { item: CalendarItem; day: string; onClose(): void }) {
  const said = useSaid();
  const words = useCalendarWords();
  const { time_zone: zone } = useSite();
  const isOnline = useIsOnline();
  const dayField = useId();
  const [instant, setInstant] = useState<Date | undefined>(() => (item.at ? timeOn(day, item.at, zone) : undefined));
  const [date, setDate] = useState(day);
  const move = useMove(item, onClose);
  const isArticle = item.source.noun === 'article';
  const isTimed = item.at !== null;
  const isReady = isTimed ? instant !== undefined && (!isArticle || instant.getTime() > Date.now()) : date !== '';
  return (
    <Dialog closeLabel={words.cancel} onClose={onClose} title={words.moveTitle(item.title)}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) move.mutate(isTimed && instant ? instant : date);
        }}
      >
        {isTimed ? (
          <WhenField
            instant={instant}
            mayPass={!isArticle}
            meaning={isArticle ? words.publishedAt : words.beginsAt}
            onInstant={setInstant}
          />
        ) : (
          <Labelled id={dayField} label={words.firstDay}>
            <input
              id={dayField}
              onChange={({ currentTarget }) => setDate(currentTarget.value)}
              type="date"
              value={date}
            />
          </Labelled>
        )}
        {move.error && (
          <p className="field-problem" role="alert">
            {said.error(move.error)}
          </p>
        )}
        {!isOnline && <p className="field-problem">{words.offline}</p>}
        <div className="dialog-actions">
          <button className="button" onClick={onClose} type="button">
            {words.cancel}
          </button>
          <button className="button primary" disabled={!isReady || !isOnline || move.isPending} type="submit">
            {words.moveHere}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Moves it, unless someone else has changed it; and offers to move it back. */
function useMove(item: CalendarItem, onDone: () => void) {
  const said = useSaid();
  const words = useCalendarWords();
  const toasts = useToasts();
  const queries = useQueryClient();
  const site = useSite();
  const put = usePut();
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['articles', site.id] }),
      queries.invalidateQueries({ queryKey: ['events', site.id] }),
    ]);
  return useMutation({
    mutationFn: (to: Date | string) => put(item, to),
    onError: refresh,
    onSuccess: async (undo) => {
      onDone();
      await refresh();
      toasts.show(words.moved(item.title), {
        label: words.undo,
        run: () => void undo().then(refresh, (error: Error) => toasts.show(said.error(error))),
      });
    },
  });
}

/** Returns the function that moves it back. */
function usePut(): (item: CalendarItem, to: Date | string) => Promise<() => Promise<unknown>> {
  const words = useCalendarWords();
  const { manage } = useApi();
  const { id: siteId, time_zone: zone } = useSite();
  return async ({ source }, to) => {
    if (source.noun === 'article') {
      const { uid, version, publish_at } = source.article;
      const at = (to as Date).toISOString();
      const { article } = await manage.articles.publish(siteId, uid, { publish_at: at }, { ifMatch: version });
      return () => manage.articles.publish(siteId, uid, { publish_at }, { ifMatch: article.version });
    }
    if (source.noun !== 'event') throw new Error(words.notMovable);
    const shown = source.event;
    const { event: now, etag } = await manage.events.read(siteId, shown.id);
    if (now.start_date !== shown.start_date || now.end_date !== shown.end_date) throw new Error(words.changed);
    const dates = to instanceof Date ? movedEvent(shown, to, zone) : movedDays(shown, to, zone);
    const saved = await manage.events.change(siteId, shown.id, dates, { ifMatch: etag });
    const before = shown.all_day
      ? { start_date: dayIn(shown.start_date, zone), end_date: dayIn(shown.end_date, zone) }
      : { start_date: shown.start_date, end_date: shown.end_date };
    return () => manage.events.change(siteId, shown.id, before, { ifMatch: saved.etag });
  };
}
