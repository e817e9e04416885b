/** How the installation is, for owners of all sites. */
import { type Static, Type } from 'typebox';
import { flag, instant, integer, nullable, oneOf, readOnly, text } from './common.ts';

export const PROBLEMS = [
  'writes_failing',
  'disk_full',
  'held_after_restore',
  'jobs_late',
  'jobs_failed',
  'deliveries_late',
  'receivers_failing',
  'receivers_paused',
  'sources_failing',
  'clock_differs',
  'no_backup',
  'backup_late',
  'backup_unverified',
] as const;
export type ProblemCode = (typeof PROBLEMS)[number];

const bytes = (description: string) => Type.Integer({ description, minimum: 0, ...readOnly, examples: [1_000_000] });
const at = (description: string) => nullable(instant(description, readOnly));

const Problem = Type.Object(
  {
    code: oneOf([...PROBLEMS], 'What kind of problem it is.'),
    message: text('What is wrong, and what to do.', readOnly),
    count: nullable(integer('How many it concerns, or for how many seconds.')),
  },
  { title: 'OperationsProblem' },
);

export const Operations = Type.Object(
  {
    version: text('The version of Masthead.', { ...readOnly, examples: ['0.2.0'] }),
    node: text('The version of Node.js.', { ...readOnly, examples: ['20.20.2'] }),
    postgresql: text('The version of PostgreSQL.', { ...readOnly, examples: ['18.4'] }),
    started_at: instant('When the process that answers was started.', readOnly),
    database_bytes: bytes('The size of the database.'),
    disk: Type.Unsafe<{ free_bytes: number; total_bytes: number } | null>({
      ...nullable(
        Type.Object(
          { free_bytes: bytes('Free for the service.'), total_bytes: bytes('Of the whole disk.') },
          { title: 'Disk' },
        ),
      ),
      description: 'The disk of the data folder; null if it cannot be measured.',
    }),
    jobs: Type.Object(
      {
        waiting: integer('Jobs that wait, up to 100,000.', readOnly),
        late_seconds: integer('How long the oldest job that is due has waited.', readOnly),
        failed: integer('Jobs that failed for good and are kept for 90 days.', readOnly),
      },
      { title: 'JobFigures' },
    ),
    deliveries: Type.Object(
      {
        late_seconds: integer('How long the oldest due delivery of a healthy receiver has waited.', readOnly),
        failing: integer('Active receivers that fail.', readOnly),
        paused: integer('Receivers that the service has paused.', readOnly),
      },
      { title: 'DeliveryFigures' },
    ),
    sources: Type.Object(
      {
        active: integer('Sources that work.', readOnly),
        failing: integer('Active sources without a success for three polls.', readOnly),
      },
      { title: 'SourceFigures' },
    ),
    backups: Type.Object(
      {
        is_scheduled: flag('Whether the service makes backups by itself.', readOnly),
        newest_at: at('When the newest was begun. Null also if the service makes none.'),
        newest_verified_at: at('The same of the newest that was verified.'),
      },
      { title: 'BackupFigures' },
    ),
    problems: Type.Array(Problem, { description: 'What needs someone’s attention, the worst first.', ...readOnly }),
  },
  { title: 'Operations' },
);
export type Operations = Static<typeof Operations>;
