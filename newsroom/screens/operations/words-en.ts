import { plural } from '../../i18n/plural.ts';

export const operationsEn = {
  title: 'Operations',
  checkAgain: 'Check again',
  problems: 'Problems',
  noProblems: 'Everything works.',
  checked: (time: string) => `As of ${time}. This page follows by itself.`,
  says: {
    writes_failing: () =>
      'The database rejects writes. Nothing can be saved until its disk or its server is repaired; reading goes on.',
    disk_full: () => 'Less than 1 GiB is free on the disk of the data folder. Make room soon.',
    held_after_restore: () =>
      'The database was restored from a backup. Nothing is sent and sources publish nothing until an operator runs “masthead restore --release”.',
    jobs_late: plural('en', { one: 'Background work is # second late.', other: 'Background work is # seconds late.' }),
    jobs_failed: plural('en', {
      one: '# background job failed for good. The log says why.',
      other: '# background jobs failed for good. The log says why.',
    }),
    deliveries_late: plural('en', {
      one: 'Notifications to healthy receivers are # second late.',
      other: 'Notifications to healthy receivers are # seconds late.',
    }),
    receivers_failing: plural('en', {
      one: '# receiver of webhooks does not accept notifications. See Webhooks.',
      other: '# receivers of webhooks do not accept notifications. See Webhooks.',
    }),
    receivers_paused: plural('en', {
      one: '# receiver of webhooks was paused because it failed. See Webhooks.',
      other: '# receivers of webhooks were paused because they failed. See Webhooks.',
    }),
    sources_failing: plural('en', {
      one: '# source cannot be read. Its last error says why.',
      other: '# sources cannot be read. Their last errors say why.',
    }),
    clock_differs: plural('en', {
      one: 'The clocks of this machine and of the database differ by # second. Set both by NTP.',
      other: 'The clocks of this machine and of the database differ by # seconds. Set both by NTP.',
    }),
    no_backup: () => 'There is no backup yet. The log says why.',
    backup_late: () => 'The newest backup is older than two intervals. The log says why.',
    backup_unverified: () => 'No backup was verified. Run “masthead backup verify”.',
  } satisfies Record<string, (count: number) => string>,
  work: 'Work',
  jobsWaiting: 'Background jobs that wait',
  most: (count: string) => `${count} or more`,
  jobsLate: 'The oldest of them is late by',
  jobsFailed: 'Failed for good in 90 days',
  deliveriesLate: 'Notifications are late by',
  receiversFailing: 'Receivers that fail',
  receiversPaused: 'Receivers paused by the service',
  sources: 'Sources that work',
  sourcesFailing: 'Sources that fail',
  seconds: (count: string) => `${count} s`,
  storage: 'Storage',
  database: 'Size of the database',
  disk: 'Free on the disk',
  diskOf: (free: string, total: string) => `${free} of ${total}`,
  unknown: 'Not known here',
  backups: 'Backups',
  newest: 'Newest',
  verified: 'Newest that was verified',
  none: 'None',
  notScheduled:
    'The service makes no backups by itself: in a demo, with BACKUP_EVERY=0, or because PostgreSQL is a server of one’s own.',
  versions: 'Versions',
  started: 'Running since',
};

export type OperationsWords = typeof operationsEn;
