import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useOwnTimes } from '../../i18n/times.ts';
import { useLeave } from '../../shell/leave.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { useDeviceName } from './device-name.ts';
import { useProfileWords } from './words.ts';

export function Sessions() {
  const said = useSaid();
  const { sessions: words } = useProfileWords();
  const { manage } = useApi();
  const toasts = useToasts();
  const leave = useLeave();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await manage.sessions.list({ signal })).sessions,
  });
  const endAll = useMutation({
    mutationFn: () => manage.sessions.removeAll(),
    onSuccess: leave,
    onError: (failed) => toasts.show(said.error(failed)),
  });
  return (
    <section className="sheet-part">
      <h2>{words.title}</h2>
      {isPending && <Waiting />}
      {!isPending && !data && <Failure error={error} onRetry={refetch} />}
      {data && (
        <ul className="ruled-list">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      <Button loading={endAll.isPending} onClick={() => endAll.mutate()} variant="default">
        {words.endAll}
      </Button>
    </section>
  );
}

function SessionRow({
  session: { id, is_current, created_at, last_seen_at, address, user_agent },
}: {
  session: Session;
}) {
  const said = useSaid();
  const { sessions: words } = useProfileWords();
  const times = useOwnTimes();
  const device = useDeviceName()(user_agent);
  const { manage } = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  const end = useMutation({
    mutationFn: () => manage.sessions.remove(id),
    onSuccess: () => toasts.show(words.ended),
    onError: (error) => toasts.show(said.error(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <li className="key-row">
      <div>
        <p className="row-name">
          {device}
          {is_current && <span className="mark">{words.here}</span>}
        </p>
        <p className="note">{words.seen(times.short(last_seen_at), address)}</p>
        <p className="note">{words.since(times.moment(created_at))}</p>
      </div>
      {!is_current && (
        <button
          aria-label={words.endOf(device)}
          className="button"
          disabled={end.isPending}
          onClick={() => end.mutate()}
          type="button"
        >
          {words.end}
        </button>
      )}
    </li>
  );
}
