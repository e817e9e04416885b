/** The media trackers of the site: those that collect posts for the campaign are ticked. Save stores them with the campaign. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Source } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { Dialog } from '../../editor/fields.tsx';
import { useWords } from '../../i18n/language.tsx';
import { CheckField, FieldGroup } from '../../parts/form-fields.tsx';
import type { Form } from '../../parts/use-form.ts';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { type CampaignWithTrackers, trackersOf } from './noun.ts';
import { type CampaignWords, useCampaignWords } from './words.ts';

const MOST_CAMPAIGNS = 100;

export function Trackers({ form: { value, set } }: { form: Form<CampaignWithTrackers> }) {
  const { trackers: words } = useCampaignWords();
  const site = useSite();
  const { data, error, isPending, refetch } = useTrackers();
  const names = useCampaignNames();
  const [asked, setAsked] = useState<Source | null>(null);
  const tick = ({ id }: Source, isOn: boolean) => {
    const others = value.tracker_ids.filter((one) => one !== id);
    set({ tracker_ids: (isOn ? [...others, id] : others).sort((one, other) => one - other) });
  };
  const otherOf = ({ campaign_id }: Source) =>
    campaign_id === null || campaign_id === value.id ? null : (names.get(campaign_id) ?? words.another);
  return (
    <FieldGroup hint={words.hint} title={words.title}>
      {isPending && <Waiting />}
      {!isPending && !data && <Failure error={error} onRetry={refetch} />}
      {data?.length === 0 && <p className="note">{words.none}</p>}
      {data?.map((tracker) => (
        <CheckField
          hint={factsOf(tracker, otherOf(tracker), words)}
          key={tracker.id}
          label={tracker.name}
          onChange={(isOn) => (isOn && otherOf(tracker) !== null ? setAsked(tracker) : tick(tracker, isOn))}
          value={value.tracker_ids.includes(tracker.id)}
        />
      ))}
      <p>
        <Link className="button" href={`${nounAddress(site.id, 'sources', 'new')}?campaign=${value.id}`}>
          {words.create}
        </Link>
      </p>
      {asked && (
        <TakeOver
          from={otherOf(asked) ?? words.another}
          onClose={() => setAsked(null)}
          onTake={() => {
            tick(asked, true);
            setAsked(null);
          }}
          to={value.name}
          tracker={asked.name}
        />
      )}
    </FieldGroup>
  );
}

interface TakeOverProps {
  tracker: string;
  from: string;
  to: string;
  onTake(): void;
  onClose(): void;
}

function TakeOver({ tracker, from, to, onTake, onClose }: TakeOverProps) {
  const { trackers: words } = useCampaignWords();
  const { common } = useWords();
  return (
    <Dialog closeLabel={common.close} onClose={onClose} title={words.take(tracker)}>
      <p>{words.takeHint(from, to)}</p>
      <div className="dialog-actions">
        <button className="button" onClick={onClose} type="button">
          {common.cancel}
        </button>
        <button className="button delete primary" onClick={onTake} type="button">
          {words.takeOver}
        </button>
      </div>
    </Dialog>
  );
}

/** Under the key of campaigns: what is saved there is read again. */
function useTrackers() {
  const { manage } = useApi();
  const site = useSite();
  return useQuery({
    queryKey: ['campaigns', site.id, 'trackers'],
    queryFn: () => trackersOf(manage, site.id),
    // Someone may come back from a new one.
    staleTime: 0,
  });
}

function useCampaignNames(): ReadonlyMap<number, string> {
  const { manage } = useApi();
  const site = useSite();
  const { data } = useQuery({
    queryKey: ['campaigns', site.id, 'names'],
    queryFn: async () => {
      const names = new Map<number, string>();
      for await (const { id, name } of manage.campaigns.list({ site_id: site.id, count: MOST_CAMPAIGNS }))
        names.set(id, name);
      return names;
    },
  });
  return data ?? new Map();
}

function factsOf(tracker: Source, other: string | null, words: CampaignWords['trackers']): string {
  const targets = tracker.targets.map(({ type, value }) => words.target[type](value ?? '')).join(' · ');
  const facts = [
    targets,
    !tracker.active && words.paused,
    other !== null && words.elsewhere(other),
    tracker.last_error && words.lastError(tracker.last_error.message),
  ];
  return facts.filter(Boolean).join('. ');
}
