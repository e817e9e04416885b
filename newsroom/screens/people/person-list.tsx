import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Person } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useOwnTimes } from '../../i18n/times.ts';
import { personAddress } from '../../shell/addresses.ts';
import { usePerson } from '../../shell/context.ts';
import { Failure } from '../../shell/states.tsx';
import { DemoNote } from '../demo/demo-note.tsx';
import { ShowMore, Skeleton } from './list-parts.tsx';
import { useRoleText } from './roles.tsx';
import { usePeopleWords } from './words.ts';

const PAGE = 100;

export function PersonList() {
  const words = usePeopleWords();
  const { manage } = useApi();
  const query = useInfiniteQuery({
    queryKey: ['people', 'list'],
    queryFn: async ({ pageParam, signal }) => manage.people.list({ count: PAGE, page: pageParam, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ people }, pages) => (people.length < PAGE ? undefined : pages.length + 1),
  });
  if (query.isPending) return <Skeleton />;
  if (!query.data) return <Failure error={query.error} onRetry={query.refetch} />;
  const people = query.data.pages.flatMap((page) => page.people);
  return (
    <>
      <p className="note list-total">{words.total(query.data.pages[0]?.meta.total_count ?? 0)}</p>
      <ul aria-label={words.people} className="ruled-list">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
      <ShowMore query={query} />
      <DemoNote />
    </>
  );
}

function PersonRow({ person: { id, name, email, roles, is_demo, last_seen_at } }: { person: Person }) {
  const words = usePeopleWords();
  const me = usePerson();
  const text = useRoleText();
  const times = useOwnTimes();
  return (
    <li className="person-row">
      <div>
        <Link className="row-link" href={personAddress(id)}>
          {name}
        </Link>
        {id === me.id && <span className="mark">{words.you}</span>}
        {is_demo && <span className="mark">{words.demo}</span>}
        <p className="note">{email}</p>
      </div>
      <p>{roles.map(text).join(' · ') || words.noRole}</p>
      <p className="note">{last_seen_at ? words.lastSeen(times.short(last_seen_at)) : words.neverSeen}</p>
    </li>
  );
}
