/** What of an installation's figures becomes a problem. */
import { expect, it } from 'vitest';
import { type Figures, problemsOf } from './operations.ts';

const NOW = new Date('2030-01-10T00:00:00Z');
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const GOOD: Figures = {
  writes: null,
  disk: { free_bytes: 2 * 1024 ** 3 },
  isHeld: false,
  jobs: { late_seconds: 0, failed: 0 },
  deliveries: { late_seconds: 59, failing: 0, paused: 0 },
  sources: { failing: 0 },
  skewSeconds: 1.4,
  backups: { everySeconds: 86_400, newest: ago(30), newestVerified: ago(54) },
  startedAt: ago(200),
};
const codes = (figures: Partial<Figures>) => problemsOf({ ...GOOD, ...figures }, NOW).map(({ code }) => code);

it('finds none in an installation that works', () => {
  expect(codes({})).toEqual([]);
  expect(codes({ backups: null, disk: null })).toEqual([]);
  expect(codes({ backups: { everySeconds: 86_400, newest: null, newestVerified: null }, startedAt: ago(1) })).toEqual(
    [],
  );
});

it.each<[string, Partial<Figures>]>([
  ['writes_failing', { writes: 'the disk is full' }],
  ['disk_full', { disk: { free_bytes: 1024 ** 3 - 1 } }],
  ['held_after_restore', { isHeld: true }],
  ['jobs_late', { jobs: { late_seconds: 60, failed: 0 } }],
  ['jobs_failed', { jobs: { late_seconds: 0, failed: 1 } }],
  ['deliveries_late', { deliveries: { late_seconds: 60, failing: 0, paused: 0 } }],
  ['receivers_failing', { deliveries: { late_seconds: 0, failing: 2, paused: 0 } }],
  ['receivers_paused', { deliveries: { late_seconds: 0, failing: 0, paused: 1 } }],
  ['sources_failing', { sources: { failing: 3 } }],
  ['clock_differs', { skewSeconds: 5.2 }],
  ['no_backup', { backups: { everySeconds: 86_400, newest: null, newestVerified: null } }],
  ['backup_late', { backups: { everySeconds: 86_400, newest: ago(49), newestVerified: ago(49) } }],
  ['backup_unverified', { backups: { everySeconds: 86_400, newest: ago(2), newestVerified: null } }],
])('finds %s', (code, figures) => {
  expect(codes(figures)).toEqual([code]);
});

it('names the worst first, with how many it concerns', () => {
  const found = problemsOf({ ...GOOD, sources: { failing: 3 }, writes: 'it is read-only' }, NOW);
  expect(found).toMatchObject([
    { code: 'writes_failing', count: null },
    { code: 'sources_failing', count: 3 },
  ]);
});
