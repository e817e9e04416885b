/** The kill switch: holds everything that sources bring, of this site or of all. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/api.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useTimes } from '../../i18n/times.ts';
import { CheckField, NumberField } from '../../parts/form-fields.tsx';
import { usePerson, useSite } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { Failure, NoAccess, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { IntakeTabs } from '../sources/intake-tabs.tsx';
import { type HoldWords, holdEn } from './words-en.ts';
import { holdFi } from './words-fi.ts';

const WORDS = { en: holdEn, fi: holdFi } satisfies Record<string, HoldWords>;
const USUAL_MINUTES = 30;
const LONGEST_MINUTES = 1_440;
/** Requests while there are articles left to unpublish. */
const MOST_ROUNDS = 200;

export function HoldScreen() {
  const words = WORDS[useLanguage()];
  const person = usePerson();
  const site = useSite();
  if (!mayOn(person, 'sources', 'write', site.id)) return <NoAccess />;
  const isOwnerOfAll = person.roles.some(({ role, site_id }) => role === 'owner' && site_id === null);
  return (
    <div className="sheet">
      <div className="sheet-head">
        <h1>{words.title}</h1>
      </div>
      <IntakeTabs />
      <div className="sheet narrow intake-sheet">
        <p className="note">{words.hint}</p>
        <SiteHold words={words} />
        {isOwnerOfAll && <AllHold words={words} />}
      </div>
    </div>
  );
}

interface Held {
  held: boolean;
  held_by: string | null;
  held_at: string | null;
}

function State({ hold: { held, held_by, held_at }, words }: { hold: Held; words: HoldWords }) {
  const site = useSite();
  const times = useTimes(site.time_zone);
  const me = `person:${usePerson().id}`;
  if (!held || held_at === null) return <p>{words.running}</p>;
  const by = held_by === me ? words.you : (held_by ?? words.someone);
  return (
    <p className="hold-state" role="status">
      {words.stopped(by, times.moment(held_at))}
    </p>
  );
}

function SiteHold({ words }: { words: HoldWords }) {
  const said = useSaid();
  const site = useSite();
  const { manage } = useApi();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [isUnpublishing, setUnpublishing] = useState(false);
  const [minutes, setMinutes] = useState<number | null>(USUAL_MINUTES);
  const queryKey = ['hold', site.id];
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await manage.intakeHold.read(site.id)).hold,
  });
  const stop = useMutation({
    mutationFn: async () => {
      const options = isUnpublishing && minutes ? { unpublish_minutes: minutes } : {};
      let unpublished = 0;
      for (let round = 0; round < MOST_ROUNDS; round++) {
        const { hold } = await manage.intakeHold.set(site.id, options);
        queries.setQueryData(queryKey, hold);
        unpublished += hold.unpublished;
        if (hold.remaining === 0) break;
        toasts.show(words.remaining(hold.remaining));
      }
      return unpublished;
    },
    onSuccess: (unpublished) => {
      toasts.show(unpublished > 0 ? words.unpublished(unpublished) : words.done);
      void queries.invalidateQueries({ queryKey: ['articles', site.id] });
    },
  });
  const release = useMutation({
    mutationFn: () => manage.intakeHold.release(site.id),
    onSuccess: () => {
      toasts.show(words.released);
      return queries.invalidateQueries({ queryKey });
    },
  });
  const failure = stop.error ?? release.error;
  return (
    <section className="sheet-part">
      <h2>{words.site(site.name)}</h2>
      {isPending && <Waiting />}
      {!isPending && !data && <Failure error={error} onRetry={refetch} />}
      {data && <State hold={data} words={words} />}
      {data?.all_sites && <p className="hold-state">{words.stoppedAll}</p>}
      {failure && (
        <p className="field-problem" role="alert">
          {said.error(failure)}
        </p>
      )}
      {data && (
        <>
          <CheckField label={words.unpublish} onChange={setUnpublishing} value={isUnpublishing} />
          {isUnpublishing && <NumberField label={words.minutes} min={1} onChange={setMinutes} value={minutes} />}
          <p className="sheet-actions">
            {(!data.held || isUnpublishing) && (
              <button
                className="button delete primary"
                disabled={stop.isPending || (isUnpublishing && !isUsual(minutes))}
                onClick={() => stop.mutate()}
                type="button"
              >
                {words.stop}
              </button>
            )}
            {data.held && (
              <button className="button" disabled={release.isPending} onClick={() => release.mutate()} type="button">
                {words.release}
              </button>
            )}
          </p>
        </>
      )}
    </section>
  );
}

function isUsual(minutes: number | null): boolean {
  return minutes !== null && Number.isInteger(minutes) && minutes >= 1 && minutes <= LONGEST_MINUTES;
}

function AllHold({ words }: { words: HoldWords }) {
  const said = useSaid();
  const { manage } = useApi();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['hold', 'all'],
    queryFn: async () => (await manage.intakeHold.readAll()).hold,
  });
  const change = useMutation({
    mutationFn: async (isHeld: boolean) => {
      if (isHeld) await manage.intakeHold.setAll();
      else await manage.intakeHold.releaseAll();
    },
    onSuccess: (_, isHeld) => {
      toasts.show(isHeld ? words.done : words.released);
      return queries.invalidateQueries({ queryKey: ['hold'] });
    },
  });
  if (!data) return null;
  return (
    <section className="sheet-part">
      <h2>{words.all}</h2>
      <State hold={data} words={words} />
      {change.error && (
        <p className="field-problem" role="alert">
          {said.error(change.error)}
        </p>
      )}
      <button
        className={data.held ? 'button' : 'button delete primary'}
        disabled={change.isPending}
        onClick={() => change.mutate(!data.held)}
        type="button"
      >
        {data.held ? words.release : words.stopAll}
      </button>
    </section>
  );
}
