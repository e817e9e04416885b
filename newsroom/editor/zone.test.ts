import { describe, expect, it } from 'vitest';
import { instantsAt, offsetName, wallAt } from './zone.ts';

const at = (wall: string, zone: string) => instantsAt(wall, zone).map((instant) => instant.toISOString());

describe('a wall clock', () => {
  it.each([
    ['2026-11-17T12:00', 'Europe/Helsinki', ['2026-11-17T10:00:00.000Z']],
    ['2026-10-25T03:30', 'Europe/Helsinki', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['2026-03-29T03:30', 'Europe/Helsinki', []],
    ['2026-03-29T04:00', 'Europe/Helsinki', ['2026-03-29T01:00:00.000Z']],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
    ['nonsense', 'UTC', []],
  ])('%s in %s shows %j', (wall, zone, expected) => {
    expect(at(wall, zone)).toEqual(expected);
    for (const instant of instantsAt(wall, zone)) expect(wallAt(instant, zone)).toBe(wall);
  });

  it('names the offset', () => {
    const [first, second] = instantsAt('2026-10-25T03:30', 'Europe/Helsinki').map((one) =>
      offsetName(one, 'Europe/Helsinki'),
    );
    expect([first, second]).toEqual(['UTC+3', 'UTC+2']);
    expect(offsetName(new Date(0), 'Asia/Kolkata')).toBe('UTC+5:30');
  });
});
