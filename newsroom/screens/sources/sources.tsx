/** Where articles come from: feeds, e-mail, forms, partners, social networks. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { Link, useRoute, useSearch } from 'wouter';
import type { Source } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSections } from '../../api/queries.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useTimes } from '../../i18n/times.ts';
import { NounForm } from '../../parts/noun-form.tsx';
import { NounList } from '../../parts/noun-list.tsx';
import { NounScreen } from '../../parts/noun-screen.tsx';
import { campaignAddress, nounAddress } from '../../shell/addresses.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { NoAccess, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { useSources } from '../inbox/queue.ts';
import { IntakeTabs } from './intake-tabs.tsx';
import { campaignOf, isPolled, newSource, sources } from './source.ts';
import { useSourceWords } from './words.ts';

const Opml = lazy(async () => ({ default: (await import('./opml.tsx')).Opml }));
const SourceFields = lazy(async () => ({ default: (await import('./source-fields.tsx')).SourceFields }));
const SourceLedger = lazy(async () => ({ default: (await import('./source-ledger.tsx')).SourceLedger }));

export function Sources() {
  const words = useSourceWords();
  const person = usePerson();
  const site = useSite();
  const [isOpml] = useRoute('/sites/:siteId/sources/opml');
  const factsOf = useFacts();
  const names = new Map(useSources().map(({ id, name }) => [id, name]));
  if (!mayOn(person, 'sources', 'write', site.id)) return <NoAccess />;
  if (isOpml) return <Opml />;
  return (
    <NounScreen
      form={(id) => <SourceForm id={id} key={id} />}
      list={
        <NounList
          noun={sources}
          rowOf={(source) => ({
            facts: factsOf(source),
            state: (
              <span data-failing={source.state === 'failing' || source.state === 'gone'}>
                {words.states[source.state]}
              </span>
            ),
          })}
          tabs={<ListTabs />}
          words={words}
        />
      }
      parts={{ ledger: (id) => <SourceLedger id={id} name={names.get(id) ?? ''} /> }}
    />
  );
}

/** A new source begins with the first section; one that a campaign asked for is a tracker of it, and leads back. */
function SourceForm({ id }: { id: number | null }) {
  const words = useSourceWords();
  const site = useSite();
  const { data: sections } = useSections(site.id);
  const first = sections?.[0]?.id ?? 0;
  const asked = campaignOf(useSearch());
  const campaign = id === null ? asked : null;
  const noun = useMemo(() => newSource(first, campaign), [first, campaign]);
  const back = useMemo(
    () =>
      campaign === null
        ? undefined
        : { address: campaignAddress(site.id, campaign, 'settings'), title: words.toCampaign },
    [campaign, site.id, words],
  );
  if (!sections) return <Waiting />;
  return (
    <NounForm
      back={back}
      deleteHint={words.deleteHint}
      head={(source) => <Health source={source} />}
      id={id}
      noun={noun}
      words={words}
    >
      {(form) => (
        <Suspense fallback={<Waiting />}>
          <SourceFields form={form} />
        </Suspense>
      )}
    </NounForm>
  );
}

function ListTabs() {
  const { opml } = useSourceWords();
  const site = useSite();
  return (
    <>
      <IntakeTabs />
      <p className="source-lists">
        <Link href={`${nounAddress(site.id, 'sources')}/opml`}>{opml.link}</Link>
      </p>
    </>
  );
}

/** The health of a source in words. */
function useFacts(): (source: Source) => (string | null)[] {
  const { kinds, facts, errors } = useSourceWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  return (source) => {
    const { kind, last_success_at, last_new_at, next_poll_at, last_error } = source;
    const polled = isPolled(source)
      ? [
          last_success_at ? facts.success(times.short(last_success_at)) : facts.never,
          last_new_at && facts.fresh(times.short(last_new_at)),
          next_poll_at && facts.next(times.short(next_poll_at)),
        ]
      : [];
    return [kinds[kind], last_error && facts.failed(errors[last_error.code] ?? last_error.message), ...polled];
  };
}

/** Below the name: how it is, and what can be done at once. */
function Health({ source }: { source: Source }) {
  const words = useSourceWords();
  const said = useSaid();
  const site = useSite();
  const { manage } = useApi();
  const toasts = useToasts();
  const queries = useQueryClient();
  const factsOf = useFacts();
  const poll = useMutation({
    mutationFn: () => manage.sources.poll(site.id, source.id),
    onSuccess: () => {
      toasts.show(words.poll.done);
      void queries.invalidateQueries({ queryKey: ['sources', site.id], exact: true });
    },
    onError: (error) => toasts.show(said.error(error)),
  });
  return (
    <div className="source-health">
      <p className="note" data-failing={source.last_error !== null}>
        {[words.states[source.state], ...factsOf(source)].filter(Boolean).join(' · ')}
      </p>
      {source.warnings.length > 0 && (
        <p className="note">
          {words.warnings}: {source.warnings.map(({ message }) => message).join(' ')}
        </p>
      )}
      <p className="sheet-actions">
        {isPolled(source) && source.active && (
          <button className="button" disabled={poll.isPending} onClick={() => poll.mutate()} type="button">
            {words.poll.now}
          </button>
        )}
        <Link className="button" href={`${nounAddress(site.id, 'sources', source.id)}/ledger`}>
          {words.ledger.link}
        </Link>
      </p>
    </div>
  );
}
