/** Keys of programs, for owners: a list, and a form that shows a new key once. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Route, Switch } from 'wouter';
import type { ApiKey } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSites } from '../../api/queries.ts';
import { useOwnTimes } from '../../i18n/times.ts';
import { Question } from '../../parts/question.tsx';
import { KEYS } from '../../shell/addresses.ts';
import { useConfirmed } from '../../shell/confirm.tsx';
import { usePerson } from '../../shell/context.ts';
import { OwnZoneNote } from '../../shell/own-zone-note.tsx';
import { Failure, NotFound, Notice } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { ShowMore, Skeleton } from '../people/list-parts.tsx';
import { CreateKey } from './create-key.tsx';
import { useKeyWords } from './words.ts';

const PAGE = 100;

export function Keys() {
  return (
    <Switch>
      <Route path={KEYS}>
        <KeyScreen />
      </Route>
      <Route path={`${KEYS}/new`}>
        <CreateKey />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

function KeyScreen() {
  const words = useKeyWords();
  return (
    <div className="sheet">
      <div className="sheet-head">
        <h1>{words.title}</h1>
        <Link className="button primary" href={`${KEYS}/new`}>
          {words.create}
        </Link>
      </div>
      <p className="note">{words.intro}</p>
      <OwnZoneNote />
      <KeyList />
    </div>
  );
}

function KeyList() {
  const words = useKeyWords();
  const { manage } = useApi();
  const query = useInfiniteQuery({
    queryKey: ['keys', 'list'],
    queryFn: async ({ pageParam, signal }) => manage.apiKeys.list({ count: PAGE, page: pageParam, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ api_keys }, pages) => (api_keys.length < PAGE ? undefined : pages.length + 1),
  });
  if (query.isPending) return <Skeleton />;
  if (!query.data) return <Failure error={query.error} onRetry={query.refetch} />;
  const keys = query.data.pages.flatMap((page) => page.api_keys);
  if (keys.length === 0)
    return (
      <Notice hint={words.emptyHint} title={words.empty}>
        <Link className="button" href={`${KEYS}/new`}>
          {words.create}
        </Link>
      </Notice>
    );
  return (
    <>
      <ul aria-label={words.title} className="ruled-list">
        {keys.map((key) => (
          <KeyRow apiKey={key} key={key.id} />
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const words = useKeyWords();
  const { name, scopes } = apiKey;
  const sites = useSiteNames(apiKey);
  const [isAsking, setAsking] = useState(false);
  return (
    <li className="key-row">
      <div>
        <p className="row-name">{name}</p>
        <p>{scopes.map((scope) => words.scopes[scope]).join(' · ')}</p>
        <p className="note">
          {sites} · <Lifetime apiKey={apiKey} />
        </p>
      </div>
      <button
        aria-label={words.revokeLabel(name)}
        className="button delete"
        onClick={() => setAsking(true)}
        type="button"
      >
        {words.revoke}
      </button>
      {isAsking && <Revocation apiKey={apiKey} onEnd={() => setAsking(false)} />}
    </li>
  );
}

function Lifetime({ apiKey: { expires_at, last_used_at } }: { apiKey: ApiKey }) {
  const words = useKeyWords();
  const times = useOwnTimes();
  const used = last_used_at ? words.used(times.short(last_used_at)) : words.unused;
  if (expires_at === null) return `${words.never} · ${used}`;
  const isOver = Date.parse(expires_at) < Date.now();
  const ends = (isOver ? words.expired : words.expires)(times.moment(expires_at));
  return (
    <>
      <span className={isOver ? 'problem' : undefined}>{ends}</span>
      {` · ${used}`}
    </>
  );
}

function useSiteNames({ site_ids }: ApiKey): string {
  const words = useKeyWords();
  const { data = [] } = useSites(usePerson());
  if (site_ids.length === 0) return words.allSites;
  return site_ids.map((id) => data.find((site) => site.id === id)?.name ?? words.otherSite(id)).join(', ');
}

function Revocation({ apiKey: { id, name }, onEnd }: { apiKey: ApiKey; onEnd: () => void }) {
  const words = useKeyWords();
  const { manage } = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  const revoke = useConfirmed(
    () => manage.apiKeys.remove(id),
    () => {
      toasts.show(words.revoked(name));
      onEnd();
      void queries.invalidateQueries({ queryKey: ['keys'] });
    },
  );
  return (
    <Question
      agree={words.revoke}
      onAgree={() => revoke.run(undefined)}
      onClose={onEnd}
      title={words.question(name)}
      work={revoke}
    >
      <p>{words.questionHint}</p>
      {revoke.dialog}
    </Question>
  );
}
