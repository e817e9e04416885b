/** How the installation is, for owners of all sites. */

import { useQuery } from '@tanstack/react-query';
import type { Operations as Figures } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useOwnTimes } from '../../i18n/times.ts';
import { OwnZoneNote } from '../../shell/own-zone-note.tsx';
import { Failure, Waiting } from '../../shell/states.tsx';
import { useOperationsWords } from './words.ts';

const REFRESH_MS = 10_000;
/** The service counts no further. */
const MOST_COUNTED = 100_000;

export function Operations() {
  const words = useOperationsWords();
  const times = useOwnTimes();
  const { manage } = useApi();
  const { data, error, isFetching, isPending, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['operations'],
    queryFn: async ({ signal }) => (await manage.operations.read({ signal })).operations,
    refetchInterval: REFRESH_MS,
  });
  return (
    <div className="sheet">
      <div className="sheet-head">
        <h1>{words.title}</h1>
        <button className="button" disabled={isFetching} onClick={() => void refetch()} type="button">
          {words.checkAgain}
        </button>
      </div>
      <OwnZoneNote />
      {isPending && <Waiting />}
      {!isPending && !data && <Failure error={error} onRetry={refetch} />}
      {data && (
        <div className="fact-sheet">
          <Problems problems={data.problems} />
          <Work figures={data} />
          <Storage figures={data} />
          <Backups backups={data.backups} />
          <Versions figures={data} />
          <p className="note">{words.checked(times.moment(new Date(dataUpdatedAt).toISOString()))}</p>
        </div>
      )}
    </div>
  );
}

function Problems({ problems }: Pick<Figures, 'problems'>) {
  const words = useOperationsWords();
  return (
    <section className="sheet-part">
      <h2>{words.problems}</h2>
      {problems.length === 0 && <p>{words.noProblems}</p>}
      {problems.length > 0 && (
        <ul className="problem-list">
          {problems.map(({ code, message, count }) => (
            // A newer service may have problems that this page does not know.
            <li key={code}>{words.says[code]?.(count ?? 0) ?? message}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Work({ figures: { jobs, deliveries, sources } }: { figures: Figures }) {
  const words = useOperationsWords();
  const number = useNumber();
  const seconds = (count: number) => words.seconds(number(count));
  const waiting = jobs.waiting < MOST_COUNTED ? number(jobs.waiting) : words.most(number(MOST_COUNTED));
  return (
    <Facts
      facts={[
        [words.jobsWaiting, waiting],
        [words.jobsLate, seconds(jobs.late_seconds)],
        [words.jobsFailed, number(jobs.failed)],
        [words.deliveriesLate, seconds(deliveries.late_seconds)],
        [words.receiversFailing, number(deliveries.failing)],
        [words.receiversPaused, number(deliveries.paused)],
        [words.sources, number(sources.active)],
        [words.sourcesFailing, number(sources.failing)],
      ]}
      title={words.work}
    />
  );
}

function Storage({ figures: { database_bytes, disk } }: { figures: Figures }) {
  const words = useOperationsWords();
  const size = useSize();
  return (
    <Facts
      facts={[
        [words.database, size(database_bytes)],
        [words.disk, disk ? words.diskOf(size(disk.free_bytes), size(disk.total_bytes)) : words.unknown],
      ]}
      title={words.storage}
    />
  );
}

function Backups({ backups: { is_scheduled, newest_at, newest_verified_at } }: Pick<Figures, 'backups'>) {
  const words = useOperationsWords();
  const times = useOwnTimes();
  const time = (at: string | null) => (at ? times.moment(at) : words.none);
  if (!is_scheduled)
    return (
      <section className="sheet-part">
        <h2>{words.backups}</h2>
        <p className="note">{words.notScheduled}</p>
      </section>
    );
  return (
    <Facts
      facts={[
        [words.newest, time(newest_at)],
        [words.verified, time(newest_verified_at)],
      ]}
      title={words.backups}
    />
  );
}

function Versions({ figures: { version, node, postgresql, started_at } }: { figures: Figures }) {
  const words = useOperationsWords();
  const times = useOwnTimes();
  return (
    <Facts
      facts={[
        ['Masthead', version],
        ['Node.js', node],
        ['PostgreSQL', postgresql],
        [words.started, times.moment(started_at)],
      ]}
      title={words.versions}
    />
  );
}

function Facts({ title, facts }: { title: string; facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <section className="sheet-part">
      <h2>{title}</h2>
      <dl className="facts fact-figures">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function useNumber(): (count: number) => string {
  const language = useLanguage();
  return (count) => count.toLocaleString(language);
}

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `1.2 GB` */
function useSize(): (bytes: number) => string {
  const language = useLanguage();
  return (bytes) => {
    const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3) - 1, 0), UNITS.length - 1);
    const options = { style: 'unit', unit: UNITS[step] ?? 'kilobyte', maximumFractionDigits: 1 } as const;
    return new Intl.NumberFormat(language, options).format(bytes / 1_000 ** (step + 1));
  };
}
