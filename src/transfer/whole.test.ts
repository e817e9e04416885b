/** A whole installation moves: every table is in the file, or is named here with the reason why it is not. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { signedIn } from '../../test/people.ts';
import { commandLine } from '../core/rights.ts';
import { kysely } from '../db/connect.ts';
import { createKey } from '../features/keys/commands.ts';
import { withWorkFile } from '../features/media/local-copy.ts';
import { bytesAt, uploaded } from '../features/media/testing/files.ts';
import { blobKey } from '../features/media/tools.ts';
import { urlHash } from '../features/publication/remote-covers.ts';
import { fullSite } from './testing/full-site.ts';
import { type Archive, exportedWhole, imported, withMedia, withPassphrase } from './testing/transfer.ts';

const PASSPHRASE = 'eleven grey gulls inland';

/** Columns that differ elsewhere, by table. */
const EXPORTED: Record<string, Record<string, string>> = {
  api_key: {},
  api_key_site: {},
  article: {},
  article_category: {},
  article_like: {
    voted_up: 'votes are part of the totals',
    voted_down: 'the same',
    upvotes: 'the same',
    downvotes: 'the same',
  },
  article_decision: { id: 'drawn again' },
  article_publication: {},
  article_revision: { began_at: 'when an autosave began counts for ten minutes' },
  author: {},
  blob: { orphan_since: 'counted from the import' },
  blocked: {},
  campaign: {},
  campaign_entry: {},
  campaign_user: {},
  erased_key: {},
  erasure: {},
  erasure_secret: {},
  event: {},
  featured_item_container: {},
  featured_item_container_article: {},
  identity: { id: 'drawn again' },
  intake_hold: {},
  intake_rule: {},
  issue: {},
  issue_article: {},
  item_identity: {},
  deleted_media: {},
  media: { orphan_since: 'counted from the import', rights: 'nothing writes it' },
  network_account: {
    ...{ token: 'never exported', state: 'of the token', state_since: 'the same', doubted_at: 'the same' },
    ...{ last_ok_at: 'the same', last_error: 'the same', way: 'the same', refresh_token: 'never exported' },
    ...{ token_until: 'of the token', renew_at: 'the same', renew_failures: 'the same', renew_doubted_at: 'the same' },
    ...{ renewing_until: 'of a process', caller: 'of the token', connected_as: 'the same' },
  },
  page: {},
  passkey: { id: 'drawn again' },
  person: {},
  person_byline: {},
  person_role: {},
  remote_image: {},
  section: { open_graph: 'fields that it lacks are null' },
  site: {
    content_version: 'counts the changes of one installation',
    changes_forgotten: 'of the change feed',
    media_url: 'a setting of the installation',
  },
  source: {},
  source_item: { claimed_by: 'a claim lasts a minute', claimed_until: 'the same' },
  tracked_post: {},
  webhook: {
    secret: 'sealed again',
    next_secret: 'sealed again',
    previous_secret: 'sealed again',
    closed_at: 'of deliveries',
  },
};

const NOT_EXPORTED: Record<string, string> = {
  api_key_source: 'keys are imported before sources; without it such a key has no right',
  article_change: 'which transaction changed an article last',
  article_count: 'derived from what is served',
  article_event: 'the change feed of one installation, kept for a while',
  article_save: 'who saved which fields, for conflicts within 30 days',
  article_search: 'derived from what is served',
  article_vote: 'a visitor is known by a secret that stays; the totals travel',
  article_words: 'derived from the text',
  audit_entry: 'what happened in one installation; a log that a file could change would prove nothing',
  campaign_day: 'added up from entries',
  campaign_followers: 'packed from users',
  campaign_month: 'added up from entries',
  campaign_network: 'counted from entries',
  campaign_stale_day: 'days that are to be added up',
  failed_job: 'work of one installation',
  import: 'how far an import is',
  import_line: 'how far an import is',
  imported_source: 'how far an import is',
  invitation: 'links that were made for the old address',
  invitation_byline: 'of invitations',
  invitation_role: 'of invitations',
  job: 'work of one installation; schedules are made again from articles',
  job_lane: 'of jobs',
  audit_forgotten: 'of the audit log, which stays',
  job_schedule: 'of jobs',
  lane_holder: 'of jobs',
  media_settings: 'a setting of the installation',
  media_use: 'derived from the texts',
  password_reset: 'links that were made for the old address',
  article_claim: 'who looks at a pending article right now',
  presence: 'who has an article open right now',
  campaign_link: 'links that were made for the old address',
  preview: 'links that were made for the old address',
  published_article: 'rendered again from articles',
  published_article_author: 'derived from what is served',
  published_article_feature: 'derived from what is served',
  published_article_tag: 'derived from what is served',
  remembered_answer: 'answers of requests that may be sent again, for a day',
  saved_view: 'filters by ids of one installation, quick to save again',
  schema_migration: 'of the schema',
  search_word: 'derived from what is served',
  secret_key: 'secrets are sealed with the key of each installation',
  session: 'sessions belong to one installation',
  setup: 'the code of a new installation',
  sign_in_attempt: 'counted for an hour',
  network_authorization: 'people who are at a network to consent, within minutes',
  sign_in_challenge: 'what a browser has to answer within minutes',
  subscription: 'made for the old address; a poll subscribes again',
  thumb: 'made again when it is asked for',
  visitor_secret: 'of votes, which stay',
  webhook_attempt: 'the log of deliveries',
  webhook_delivery: 'sent by the installation that published',
  webhook_lane: 'of deliveries',
  webhook_test: 'of deliveries',
  form_upload: 'pictures that are being sent',
  inbound_file: 'of messages',
  inbound_message: 'raw messages and addresses of senders, for 30 days',
  retired_mail_name: 'addresses that end within 30 days',
  form_submission: 'names and addresses of senders, whose receipts are links to the old address',
  source_media: 'which private files a source may show; what its articles show stays shown',
  source_host: 'when a host may be asked again',
  network_budget: 'what was asked of a network and spent in the present window',
  network_name: 'hashtags that were looked at in the present window: tokens are not exported either',
  network_id: 'ids that the network is asked for again',
};

let [from, to, site, file, archive] = [{} as TestApp, {} as TestApp, 0, '', {} as Archive];

beforeAll(async () => {
  const publicUrl = () => 'https://api.example';
  [from, to] = [await testApp({ publicUrl }), await testApp({ publicUrl })];
  site = await fullSite(from);
  await from.manage('PATCH', `/sites/${site}`, {
    site: {
      cache_remote_images: true,
      voting_enabled: true,
      preview_url: 'https://full.example/preview/{token}',
      brand_color: '#30638e',
    },
  });
  await signedIn(from, [{ site_id: null, role: 'owner' }]);
  const { id } = await signedIn(from, [{ site_id: site, role: 'author' }]);
  const { authors } = await from.manage('GET', `/sites/${site}/authors`);
  await from.manage('PATCH', `/people/${id}`, { person: { bylines: [{ site_id: site, author_id: authors[0].id }] } });
  await from.pool.query(
    `insert into passkey (person_id, credential_id, public_key, sign_count, transports, rp_id, name, is_synced, copied_at)
     values ($1, '\\x0102', '\\x03', 7, '{usb,nfc}', 'api.example', 'Key', true, '2026-01-01')`,
    [id],
  );
  await from.pool.query(
    "insert into identity (person_id, issuer, subject, email) values ($1, 'https://id.example', 's', 'ida@example.com')",
    [id],
  );
  const input = { name: 'Website', scopes: ['content:read' as const], site_ids: [site] };
  await createKey(kysely(from.pool), input, commandLine, new Date());
  await from.manage('POST', `/sites/${site}/webhooks`, { webhook: { url: 'https://receiver.example/' } });
  await from.manage('PUT', '/intake/hold', {});
  // The trash stays behind.
  await from.pool.query('delete from article where deleted_at is not null');
  await withPictures();
  await withCampaign();
  [file, archive] = await exportedWhole(from, PASSPHRASE);
});

async function withPictures(): Promise<void> {
  const item = await uploaded(from, site, '%PDF-1.7 plan', {
    name: 'plan.pdf',
    fields: { alt_text: 'Å', focal_x: '10' },
  });
  // As of a picture; decoding one is not what is tested here.
  await from.pool.query(
    "update blob set width = 50, height = 40, pages = 1, has_alpha = true, thumbhash = 'x', color = '#fff'",
  );
  await uploaded(from, site, '%PDF-1.7 minutes', { name: 'minutes.pdf' });
  const cached = await uploaded(from, site, '%PDF-1.7 a picture elsewhere', { name: 'cover.pdf' });
  const remote = 'https://elsewhere.example/cover.jpg';
  await from.pool.query(
    `insert into remote_image (site_id, url_hash, url, media_id, state, created_at) values ($1, $2, $3, $4, 'cached', '2026-01-01')`,
    [site, urlHash(remote), remote, cached.id],
  );
  const [{ id: section }] = (await from.manage('GET', `/sites/${site}/sections`)).sections;
  for (const [title, cover_url] of [
    ['Own cover', item.path],
    ['Cover from elsewhere', remote],
  ])
    await from.manage('POST', `/sites/${site}/articles`, {
      article: { title, cover_url, section_id: section, state: 'published' },
    });
}

async function withCampaign(): Promise<void> {
  const { campaign } = await from.manage('POST', '/campaigns', { campaign: { name: 'C', service_site_id: site } });
  const entries = Array.from({ length: 40 }, (_, number) => ({
    item_type: 'twitter',
    item_id: String(number),
    published_at: `2026-01-${10 + (number % 20)}T00:00:00Z`,
    user: { user_id: String(number % 6), username: `u${number}`, followers: number },
    stat1: number,
  }));
  await from.manage('POST', `/campaigns/${campaign.id}/entries`, { entries }, 200);
}

const tables = async (app: TestApp) =>
  (await app.pool.query("select tablename as name from pg_tables where schemaname = 'public' order by 1")).rows.map(
    ({ name }) => name as string,
  );

describe('every table', () => {
  it('is exported, or is named with the reason why not', async () => {
    expect(await tables(from)).toEqual([...Object.keys(EXPORTED), ...Object.keys(NOT_EXPORTED)].sort());
  });

  it('has the same rows elsewhere', async () => {
    const { refused, leftOut } = await imported(to, file, { ...withPassphrase(PASSPHRASE), ...withMedia(to, archive) });
    expect([refused, leftOut]).toEqual([[], 0]);
    for (const [table, others] of Object.entries(EXPORTED)) {
      const rows = async (app: TestApp) => {
        const { rows } = await app.pool.query(`select to_jsonb(it) - $1::text[] as row from ${table} it where $2`, [
          Object.keys(others),
          true,
        ]);
        return rows.map(({ row }) => JSON.stringify(row, whole)).sort();
      };
      const here = await rows(from);
      expect(here.length, table).toBeGreaterThan(0);
      expect(await rows(to), table).toEqual(here);
    }
  });

  /** Files have milliseconds, which is what the APIs show. */
  const whole = (_name: string, value: unknown) => {
    const at = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:]{8}/.test(value) ? new Date(value) : null;
    return at ? at.toISOString() : value;
  };
});

describe('media', () => {
  it('are served elsewhere at the same addresses, covers from other servers too', async () => {
    const items = async (app: TestApp) => (await app.manage('GET', `/sites/${site}/media?count=100`)).media_items;
    expect(await items(to)).toEqual(await items(from));
    for (const { path, id } of await items(from)) {
      expect((await bytesAt(to, path)).bytes.equals((await bytesAt(from, path)).bytes), path).toBe(true);
      const uses = (app: TestApp) => app.manage('GET', `/sites/${site}/media/${id}/uses`);
      expect(await uses(to)).toEqual(await uses(from));
    }
    const served = async (app: TestApp) => (await app.get(`/v1/sites/${site}/articles?count=3`)).text;
    expect(await served(to)).toBe(await served(from));
    expect(await served(to)).toMatch(/"title":"Cover from elsewhere".*"cover_url":"https:\/\/api.example\/files\//);
    expect((await to.pool.query("select from job where kind = 'media.fetch'")).rowCount).toBe(0);
  });

  it('are exported as they came, and change nothing when they come again', async () => {
    const [text] = await exportedWhole(to, PASSPHRASE);
    const lines = (one: string) =>
      one
        .replaceAll(/,?"sealed":"[^"]*"/g, '')
        .split('\n')
        .slice(1);
    expect(lines(text)).toEqual(lines(file));
    const { counts } = await imported(to, file, { ...withMedia(to, archive), isRestarted: true });
    for (const [noun, count] of Object.entries(counts))
      expect({ noun, ...count }).toMatchObject({ new: 0, changed: 0 });
  });

  it('are left out without their archive, and refused when it has not all of them', async () => {
    const [bare, other] = [await testApp(), await testApp()];
    const { refused, leftOut } = await imported(bare, file);
    expect([refused, leftOut]).toEqual([[], 4]);
    const empty = await imported(other, file, { openMedia: async () => other.media.storage });
    expect(empty.refused.map(({ reason }) => reason)).toEqual([
      ...Array(3).fill(expect.stringContaining('its bytes are missing')),
      expect.stringContaining('media_id'),
    ]);
    const again = await imported(other, file, withMedia(other, archive));
    expect([again.refused, again.counts.media_item?.new]).toEqual([[], 3]);
  });

  it('are refused when the bytes are not what the line says', async () => {
    const other = await testApp();
    const [line] = file.split('\n').filter((text) => text.startsWith('{"media_item"'));
    const { media_item } = JSON.parse(line ?? '');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const sha256 = createHash('sha256').update(svg).digest('hex');
    await withWorkFile(other.media.workFolder, async (path) => {
      writeFileSync(path, svg);
      await other.media.storage.put(blobKey(Buffer.from(sha256, 'hex')), path);
    });
    const hashes = { sha256, received_sha256: sha256, size: svg.length };
    const reasons: (string | undefined)[] = [];
    for (const fields of [
      { ...hashes, mime: 'image/webp', ext: 'webp' },
      { ...hashes, mime: 'image/webp', ext: 'png' },
      { size: 1 },
    ]) {
      const lines = [
        { site: { id: site, name: 'Posten', url: 'https://p.example' } },
        { media_item: { ...media_item, ...fields } },
      ];
      const text = lines.map((one) => `${JSON.stringify(one)}\n`).join('');
      const { refused } = await imported(other, text, withMedia(other, archive));
      reasons.push(refused[0]?.reason);
    }
    expect(reasons).toEqual([
      expect.stringContaining('its bytes are not image/webp'),
      'media_item: ext must be webp for image/webp',
      expect.stringContaining('size is not that of its bytes'),
    ]);
  });

  it('that exist get the fields of the line, and no file is stored twice', async () => {
    const [line] = file.split('\n').filter((text) => text.startsWith('{"media_item"'));
    const { media_item } = JSON.parse(line ?? '');
    const importFile = (fields: object) =>
      imported(to, `${JSON.stringify({ media_item: { ...media_item, ...fields } })}\n`, {
        openMedia: async () => to.media.storage,
      });
    expect((await importFile({ alt_text: 'New' })).counts.media_item?.changed).toBe(1);
    expect((await to.manage('GET', `/sites/${site}/media/${media_item.id}`)).media_item.alt_text).toBe('New');
    expect((await importFile({ id: 999 })).refused[0]?.reason).toContain(`this file is item ${media_item.id} here`);
    expect((await importFile({ name: '../x' })).refused[0]?.reason).toContain('not valid for a file');
    expect((await importFile({ alt_text: 'Newer', mime: 'text/html' })).refused[0]?.reason).toContain(
      'mime is not supported',
    );
  });
});
