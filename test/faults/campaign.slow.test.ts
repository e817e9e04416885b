/** A real process is killed during an import and a rebuild: what it wrote is consistent, and it resumes. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ADMIN } from '../app.ts';
import { masthead } from '../command.ts';
import { dataFolder, kill, launch, startService } from '../process.ts';

const LINES = 12_000;

it('killed during an import or rebuild, it loses nothing and its figures stay exact', async () => {
  const folder = dataFolder();
  const env = { DATA_DIR: folder, MASTHEAD_ADMIN_TOKEN: ADMIN };
  const file = join(folder, 'entries.ndjson');
  writeFileSync(file, Array.from({ length: LINES }, (_, index) => `${JSON.stringify(entry(index))}\n`).join(''));
  let service = await startService(env);
  const ask = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' };
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const reply = await fetch(service.url + path, { headers, ...init });
    // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
    return (await reply.json()) as any;
  };
  const { site } = await ask('/v1/manage/sites', { site: { name: 'S', url: 'https://s.example' } });
  const { campaign } = await ask('/v1/manage/campaigns', { campaign: { name: 'C', service_site_id: site.id } });
  const args = ['campaign', 'import', '--campaign', String(campaign.id), file];
  const report = async () => (await ask(`/v1/campaigns/${campaign.id}/campaign_report`)).campaign_report;

  await killedAfterFirstBatch(args, env);
  const { entries } = await report();
  expect([entries > 0, entries < LINES]).toEqual([true, true]);
  // The days that were written are being rebuilt about now.
  kill(service.child.pid ?? 0, 'SIGKILL');
  await service.ended;
  service = await startService(env);
  expect((await report()).entries).toBe(entries);
  const { code, out } = await masthead(args, env);
  expect([code, out]).toEqual([0, `${LINES - entries} created, 0 updated, ${entries} unchanged, 0 refused.\n`]);
  expect(await report()).toMatchObject({
    entries: LINES,
    contributors: 700,
    twitter: { stat1: (LINES * (LINES - 1)) / 2 },
  });

  await expect
    .poll(async () => (await masthead(['campaign', 'verify'], env)).out, { interval: 500 })
    .toMatch(/90 days, \d months, 700 users: as computed/);
});

function entry(index: number) {
  return {
    item_type: 'twitter',
    item_id: String(index),
    published_at: new Date(Date.UTC(2026, 0, 1 + (index % 90), index % 24)).toISOString(),
    user: { user_id: String(index % 700), followers: index % 700 },
    stat1: index,
    stat2: 0,
    stat3: 0,
  };
}

/** The command prints its progress after each batch. */
async function killedAfterFirstBatch(args: string[], env: Record<string, string>): Promise<void> {
  const { child, ended } = launch(args, env);
  await once(child.stderr, 'data');
  child.kill('SIGKILL');
  await ended;
}
