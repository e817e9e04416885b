import { expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { type KeptBackup, superfluous } from './backup-keep.ts';

const at = (day: number, hour = 3): Date => new Date(Date.UTC(2026, 0, 1 + day, hour));
const backup = (began: Date, isVerified = true): KeptBackup => ({ name: began.toISOString(), began, isVerified });
const KEEP = { daily: 7, weekly: 4 };

it('keeps the newest of each of seven days and of four weeks', () => {
  const backups = Array.from({ length: 60 }, (_, day) => [backup(at(day, 3)), backup(at(day, 15))]).flat();
  const gone = superfluous(backups, KEEP);
  const kept = backups.filter(({ name }) => !gone.includes(name)).map(({ began }) => began.toISOString().slice(0, 13));
  // Day 59 is Sunday, the first of March.
  expect(kept).toEqual([
    ...['2026-02-08T15', '2026-02-15T15', '2026-02-22T15', '2026-02-23T15', '2026-02-24T15', '2026-02-25T15'],
    ...['2026-02-26T15', '2026-02-27T15', '2026-02-28T15', '2026-03-01T15'],
  ]);
});

it('counts days with a backup, so that a machine that was off loses none', () => {
  const backups = [0, 10, 20, 30].map((day) => backup(at(day)));
  expect(superfluous(backups, { daily: 3, weekly: 1 })).toEqual([backups[0]?.name]);
});

it('never deletes the newest, nor the newest that is verified', () => {
  const day = fc.record({ day: fc.nat(400), hour: fc.nat(23), isVerified: fc.boolean() });
  fc.assert(
    fc.property(fc.array(day, { maxLength: 40 }), fc.nat(3), fc.nat(3), (days, daily, weekly) => {
      const backups = days.map(({ day, hour, isVerified }, index) => ({
        ...backup(new Date(at(day, hour).getTime() + index), isVerified),
        name: String(index),
      }));
      const newest = (some: KeptBackup[]) => some.toSorted((a, b) => b.began.getTime() - a.began.getTime())[0]?.name;
      const gone = superfluous(backups, { daily, weekly });
      expect(gone).not.toContain(newest(backups) ?? null);
      expect(gone).not.toContain(newest(backups.filter(({ isVerified }) => isVerified)) ?? null);
      expect(backups.length - gone.length).toBeLessThanOrEqual(daily + weekly + 2);
    }),
  );
});
