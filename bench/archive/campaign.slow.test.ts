import { expect, it } from 'vitest';
import { kysely, openPool } from '../../src/db/connect.ts';
import { verifyCampaign } from '../../src/features/rollups/verify.ts';
import { freshDatabase } from '../../test/app.ts';
import { atFileEnd } from '../../test/at-file-end.ts';
import { CAMPAIGN, fillCampaign } from './campaign.ts';

it('a built campaign has the same rows as one whose entries were written', async () => {
  const pool = openPool(await freshDatabase(), 'command', () => {});
  atFileEnd(() => pool.end());
  await fillCampaign(pool, 3_000, () => {});
  const { differences, users } = await verifyCampaign(kysely(pool), CAMPAIGN);
  expect(differences).toEqual([]);
  expect(users).toBeGreaterThan(300);
});
