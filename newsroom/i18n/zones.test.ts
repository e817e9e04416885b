import { expect, it } from 'vitest';
import { zonesWith } from './zones.ts';

it('time zones contain the one that is set, once', () => {
  for (const zone of ['UTC', 'Europe/Helsinki', 'Etc/Unknown'])
    expect(zonesWith(zone).filter((one) => one === zone)).toHaveLength(1);
});
