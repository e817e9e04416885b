/** Links to the figures of a campaign for people without an account. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { CampaignLink } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { ChoiceField, TextField } from '../../editor/fields.tsx';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useTimes } from '../../i18n/times.ts';
import { Icon } from '../../icons.tsx';
import { Secret } from '../../parts/secret.tsx';
import { campaignAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { parseSearch, searchText } from './search.ts';
import { useCampaignWords } from './words.ts';

const DAYS = ['7', '30', '90', '365'] as const;

export function Links({ campaignId }: { campaignId: number }) {
  const words = useCampaignWords().links;
  const { manage } = useApi();
  const site = useSite();
  const shown = searchText(parseSearch(useSearch()));
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['campaign links', campaignId],
    queryFn: async ({ signal }) => (await manage.campaignLinks.list(campaignId, { signal })).campaign_links,
  });
  return (
    <div className="sheet narrow">
      <Link className="back-link" href={campaignAddress(site.id, campaignId) + shown}>
        <Icon name="back" />
        {words.back}
      </Link>
      <h1>{words.title}</h1>
      <p className="note">{words.hint}</p>
      <NewLink campaignId={campaignId} shown={shown} />
      <section className="sheet-part">
        <h2>{words.existing}</h2>
        {isPending && <Waiting />}
        {!isPending && !data && <Failure error={error} onRetry={refetch} />}
        {data?.length === 0 && <p className="note">{words.none}</p>}
        {data && data.length > 0 && (
          <ul className="ruled-list">
            {data.map((link) => (
              <LinkRow campaignId={campaignId} key={link.id} link={link} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

/** The link opens the view that was shown. */
function NewLink({ campaignId, shown }: { campaignId: number; shown: string }) {
  const words = useCampaignWords().links;
  const { manage } = useApi();
  const said = useSaid();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [days, setDays] = useState<string>('30');
  const create = useMutation({
    mutationFn: async () =>
      (await manage.campaignLinks.create(campaignId, { name: name.trim(), days: Number(days) })).campaign_link,
    onSuccess: () => {
      setName('');
      void queries.invalidateQueries({ queryKey: ['campaign links', campaignId] });
    },
  });
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <div className="field-pair">
        <TextField hint={words.nameHint} label={words.name} onChange={setName} value={name} />
        <ChoiceField
          label={words.days}
          onChange={setDays}
          options={DAYS.map((count) => [count, words.dayCount(Number(count))] as const)}
          value={days}
        />
      </div>
      {create.error && (
        <p className="field-problem" role="alert">
          {said.error(create.error)}
        </p>
      )}
      <button className="button primary" disabled={create.isPending} type="submit">
        {words.create}
      </button>
      {create.data && (
        <div>
          <Secret label={words.link} value={create.data.url + shown} />
          <p className="note">{words.once}</p>
        </div>
      )}
    </form>
  );
}

function LinkRow({ link, campaignId }: { link: CampaignLink; campaignId: number }) {
  const words = useCampaignWords().links;
  const { manage } = useApi();
  const said = useSaid();
  const toasts = useToasts();
  const queries = useQueryClient();
  const times = useTimes(useSite().time_zone);
  const revoke = useMutation({
    mutationFn: () => manage.campaignLinks.revoke(campaignId, link.id),
    onSuccess: () => toasts.show(words.revoked),
    onError: (error) => toasts.show(said.error(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['campaign links', campaignId] }),
  });
  const name = link.name || words.unnamed(link.id);
  return (
    <li className="key-row">
      <div>
        <p className="row-name">{name}</p>
        <p className="note">{words.until(times.moment(link.expires_at))}</p>
      </div>
      <button
        aria-label={words.revokeOne(name)}
        className="button delete"
        disabled={revoke.isPending}
        onClick={() => revoke.mutate()}
        type="button"
      >
        {words.revoke}
      </button>
    </li>
  );
}
