import type { Static } from 'typebox';
import type { Heatmap } from '../../contract/insights.ts';
import { addValue, figuresOf, newTally } from '../../core/tally.ts';
import { HOURS_A_WEEK, type HourRow } from './queries.ts';

const HOURS_A_DAY = 24;
const PAIR_BYTES = 16;
const HALF_OF_EIGHT_BYTES = 2 ** 32;

export function heatmap(timeZone: string, rows: HourRow[]): Static<typeof Heatmap> {
  const byHour = new Map(rows.map((row) => [row.hour, row]));
  return {
    time_zone: timeZone,
    entries: rows.reduce((sum, { entries }) => sum + entries, 0),
    cells: Array.from({ length: HOURS_A_WEEK }, (_, hour) => cell(hour, byHour.get(hour))),
  };
}

function cell(hour: number, row: HourRow | undefined): Static<typeof Heatmap>['cells'][number] {
  const { known, median } = knownOf(row?.packed ?? Buffer.alloc(0));
  return {
    weekday: Math.floor(hour / HOURS_A_DAY) + 1,
    hour: hour % HOURS_A_DAY,
    entries: row?.entries ?? 0,
    known,
    engagement_median: median,
  };
}

function knownOf(packed: Buffer) {
  const tally = newTally();
  for (let at = 0; at < packed.length; at += PAIR_BYTES)
    addValue(tally, eightBytes(packed, at), eightBytes(packed, at + 8));
  return figuresOf(tally);
}

function eightBytes(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at) * HALF_OF_EIGHT_BYTES + bytes.readUInt32BE(at + 4);
}
