import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Invitation } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useOwnTimes } from '../../i18n/times.ts';
import { PEOPLE } from '../../shell/addresses.ts';
import { Failure, Notice } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { ShowMore, Skeleton } from './list-parts.tsx';
import { useRoleText } from './roles.tsx';
import { usePeopleWords } from './words.ts';

const PAGE = 100;

/** Invitations that have not been accepted yet. */
export function InvitationList() {
  const words = usePeopleWords();
  const { manage } = useApi();
  const query = useInfiniteQuery({
    queryKey: ['invitations', 'list'],
    queryFn: async ({ pageParam, signal }) => manage.invitations.list({ count: PAGE, page: pageParam, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ invitations }, pages) => (invitations.length < PAGE ? undefined : pages.length + 1),
  });
  if (query.isPending) return <Skeleton />;
  if (!query.data) return <Failure error={query.error} onRetry={query.refetch} />;
  const invitations = query.data.pages.flatMap((page) => page.invitations);
  if (invitations.length === 0)
    return (
      <Notice hint={words.noInvitationsHint} title={words.noInvitations}>
        <Link className="button" href={`${PEOPLE}/invite`}>
          {words.invite}
        </Link>
      </Notice>
    );
  return (
    <>
      <ul aria-label={words.invitations} className="ruled-list">
        {invitations.map((invitation) => (
          <InvitationRow invitation={invitation} key={invitation.id} />
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  );
}

function InvitationRow({ invitation: { id, email, roles, expires_at } }: { invitation: Invitation }) {
  const said = useSaid();
  const words = usePeopleWords();
  const { manage } = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  const text = useRoleText();
  const times = useOwnTimes();
  const revoke = useMutation({
    mutationFn: () => manage.invitations.remove(id),
    onSuccess: () => toasts.show(words.revoked(email)),
    onError: (error) => toasts.show(said.error(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['invitations'] }),
  });
  return (
    <li className="person-row">
      <p className="row-name">{email}</p>
      <p>{roles.map(text).join(' · ')}</p>
      <div className="row-end">
        <p className="note">{words.expires(times.moment(expires_at))}</p>
        <button
          aria-label={words.revokeLabel(email)}
          className="button"
          disabled={revoke.isPending}
          onClick={() => revoke.mutate()}
          type="button"
        >
          {words.revoke}
        </button>
      </div>
    </li>
  );
}
