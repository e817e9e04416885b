/** A simulator of networks, and an application whose media trackers read it. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { type TestApp, type TestOptions, testApp, webhookTools } from '../../../test/app.ts';
import { atFileEnd } from '../../../test/at-file-end.ts';
import type { AppOptions } from '../../http/app.ts';
import { simulatedNetworks, simulator } from '../../simulate/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape
export type Any = any;

export interface NetworkDesk {
  app: TestApp;
  site: number;
  section: number;
  secrets: { open(sealed: Buffer): string };
  /** Of the simulator. */
  url: string;
  control(path: string, body: object): Promise<Any>;
  account(fields: object): Promise<Any>;
  readAccount(id: number): Promise<Any>;
  /** A source, after its first poll. */
  add(fields: object): Promise<Any>;
  poll(id: number): Promise<Any>;
  items(id: number): Promise<Any[]>;
  articles(): Promise<Any[]>;
  campaign(): Promise<number>;
  /** Those of linkedin are listed on request only. */
  entries(id: number, network?: string): Promise<Any[]>;
  /** Makes the posts of a source due, and waits until they were looked at. */
  look(id: number): Promise<void>;
}

export async function simulatorUrl(): Promise<string> {
  const server = simulator().listen(0, '127.0.0.1');
  await once(server, 'listening');
  atFileEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const simulatedUrls = simulatedNetworks;

export async function networkDesk(
  options: TestOptions = {},
  overrides: Partial<AppOptions> = {},
): Promise<NetworkDesk> {
  const url = await simulatorUrl();
  const networkUrls = simulatedUrls(url);
  const { webhooks = webhookTools() } = overrides;
  const app = await testApp({ ...overrides, webhooks }, { isWorking: true, networkUrls, ...options });
  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  const of = (path: string) => `/sites/${site}/${path}`;
  const read = async (id: number) => (await app.manage('GET', of(`sources/${id}`))).source;
  const isIdle = (kind: string) =>
    expect.poll(async () => (await app.pool.query('select from job where kind = $1', [kind])).rowCount).toBe(0);
  const settled = async (id: number, before: string | null) => {
    await expect.poll(async () => (await read(id)).last_poll_at).not.toBe(before);
    await isIdle('intake.item');
    return read(id);
  };
  return {
    ...{ app, site, section: section.id, url, secrets: webhooks.secrets },
    async control(path, body) {
      return (await fetch(`${url}/_sim/${path}`, { method: 'POST', body: JSON.stringify(body) })).json();
    },
    async account(fields) {
      return (await app.manage('POST', of('network-accounts'), { network_account: { name: 'A', ...fields } }))
        .network_account;
    },
    async readAccount(id) {
      return (await app.manage('GET', of(`network-accounts/${id}`))).network_account;
    },
    async add(fields) {
      const source = { kind: 'media_tracker', name: 'Tracker', section_id: section.id, approval: 'auto', ...fields };
      const made = await app.manage('POST', of('sources'), { source });
      return settled(made.source.id, null);
    },
    async poll(id) {
      const { last_poll_at } = await read(id);
      await app.manage('POST', of(`sources/${id}/poll`), {}, 202);
      return settled(id, last_poll_at);
    },
    async items(id) {
      return (await app.manage('GET', of(`source-items?source_id=${id}&count=100`))).source_items.reverse();
    },
    async articles() {
      return (await app.manage('GET', of('articles?count=100&sort=created'))).articles;
    },
    async campaign() {
      const campaign = { name: 'C', service_site_id: site };
      return (await app.manage('POST', '/campaigns', { campaign })).campaign.id;
    },
    async entries(id, network) {
      const only = network ? `&item_type=${network}` : '';
      return (await app.get(`/v1/campaigns/${id}/entries?count=100${only}`, { token: 'admin-token-for-tests' })).body
        .entries;
    },
    async look(id) {
      await app.pool.query('update tracked_post set due_at = now() where due_at is not null and source_id = $1', [id]);
      await app.pool.query(
        `insert into job_lane (kind, key, next_at) values ('intake.refresh-sweep', 'test', now()) on conflict do nothing`,
      );
      await app.pool.query(
        `insert into job (kind, key, payload, run_at) values ('intake.refresh-sweep', 'test', '{}', now())`,
      );
      await isIdle('intake.refresh-sweep');
      await isIdle('intake.refresh');
    },
  };
}
