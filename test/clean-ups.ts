/** Rows for every periodic clean-up: many to delete, and some to keep. */
import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { cleanUps } from '../src/clean-ups.ts';
import { commandLine } from '../src/core/rights.ts';
import { kysely, openPool } from '../src/db/connect.ts';
import { oldSaves } from '../src/features/articles/jobs.ts';
import { oldEntries } from '../src/features/audit/jobs.ts';
import { oldLinks } from '../src/features/campaign-links/jobs.ts';
import { oldAnswers } from '../src/features/idempotency/jobs.ts';
import { oldInvitations } from '../src/features/invitations/jobs.ts';
import { oldMessages } from '../src/features/mail/jobs.ts';
import { oldAuthorizations } from '../src/features/network-accounts/jobs.ts';
import { oldResets } from '../src/features/people/jobs.ts';
import { oldPresence } from '../src/features/presence/jobs.ts';
import { oldPreviews } from '../src/features/previews/jobs.ts';
import { oldChanges, oldTrash, unusedWords } from '../src/features/publication/jobs.ts';
import { oldAttempts, oldChallenges, oldSessions } from '../src/features/sessions/jobs.ts';
import { deleteSite } from '../src/features/sites/commands.ts';
import { oldContents } from '../src/features/sources/jobs.ts';
import { oldDeliveries, oldTests } from '../src/features/webhooks/jobs.ts';
import type { CleanUp } from '../src/jobs/clean-up.ts';
import { oldFailures } from '../src/jobs/failed.ts';
import type { Storage } from '../src/storage/storage.ts';
import { abandonedImports } from '../src/transfer/jobs.ts';
import { freshDatabase } from './app.ts';
import { atFileEnd } from './at-file-end.ts';

/** No statement of a clean-up may delete more. */
const MOST_AT_ONCE = 5_000;

interface Planted {
  cleanUp: CleanUp;
  /** The tables that it cleans. */
  tables: string[];
  /** Statements; `:rows` is the number of rows to delete per table. */
  plant: string[];
  /** Rows to keep per table. */
  kept: number[];
}

const GENERATED = 'generate_series(1, :rows) as n';
const EVENT = 'insert into article_event (site_id, content_version, article_id, action, scope, section_id, body, at)';
const DELIVERY = `insert into webhook_delivery
  (site_id, webhook_id, article_id, content_version, action, state, created_at, settled_at)`;
const ATTEMPT = `insert into webhook_attempt
  (site_id, webhook_id, delivery_id, at, outcome, counts, timing, request_headers, answer)`;

const ARTICLE = `insert into article (site_id, uid, id, deleted_at, state, article_url, title, type, source, tags,
  author_ids, written, created_at, updated_at)`;
const TEXT = "'draft', 'x', 'x', 'article', 'feed', '{}', '{}', '{}', now(), now()";

const PERSON = `insert into person (id, email, name) values (1, 'x', 'x') on conflict do nothing`;
const SESSION = 'insert into session (method, token_hash, person_id, created_at, last_seen_at, address, user_agent)';

const ENTRY = 'insert into audit_entry (site_ids, all_sites, actor_kind, action, noun, at)';

const MESSAGE = `insert into inbound_message (site_id, source_id, storage_key, sha256, size, envelope, state, raw_until,
  external_key, received_at)`;
const NO_STORAGE = { delete: async () => {} } as unknown as Storage; // nothing else is called

const plantations: Planted[] = [
  {
    cleanUp: oldEntries(730),
    tables: ['audit_entry'],
    plant: [
      `${ENTRY} select '{1}', false, 'timer', 'change', 'page', now() - interval '731 days' from ${GENERATED}`,
      `${ENTRY} select '{1}', false, 'timer', 'change', 'page', now() - interval '729 days'`,
    ],
    kept: [1],
  },
  {
    cleanUp: oldChanges,
    tables: ['article_event'],
    plant: [
      // Older than the others, of one time, and more than a batch: a delivery of each is pending.
      `${EVENT} select 1, n, n, 'update', 'all', 1, '{}', '2020-01-01' from generate_series(1, 2500) as n`,
      `${DELIVERY} select 1, 1, n, n, 'update', 'pending', '2020-01-01', null from generate_series(1, 2500) as n`,
      // Events of completed deliveries may be deleted.
      `${DELIVERY} select 1, 2, n, n + 10000, 'update', 'delivered', now(), now() from generate_series(1, 100) as n`,
      `${EVENT} select 1, n + 10000, n, 'update', 'all', 1, '{}', now() - interval '31 days' from ${GENERATED}`,
      `${EVENT} select 1, 1000000, 1, 'update', 'all', 1, '{}', now() - interval '29 days'`,
    ],
    kept: [2_501],
  },
  {
    cleanUp: oldTrash,
    tables: ['article_vote', 'article_revision', 'article'],
    plant: [
      `${ARTICLE} select 1, gen_random_uuid(), n, now() - interval '31 days', ${TEXT} from ${GENERATED}`,
      `${ARTICLE} select 1, gen_random_uuid(), null, now() - interval '29 days', ${TEXT}`,
      // The rows that triggers add.
      'insert into article_change select site_id, uid, pg_current_xact_id() from article on conflict do nothing',
      "insert into article_words select site_id, uid, '' from article on conflict do nothing",
      `insert into article_revision (site_id, uid, number, written, created_at, created_by)
       select 1, uid, 1, '{}', now(), 'x' from article`,
      // One article has more revisions and more votes than a batch holds.
      `insert into article_revision (site_id, uid, number, written, created_at, created_by)
       select 1, uid, n, '{}', now(), 'x' from article, generate_series(2, 6000) as n where id = 1`,
      'insert into article_like (site_id, article_id, upvotes, downvotes) select 1, id, 1, 1 from article where id < 100',
      `insert into article_vote (site_id, article_id, visitor, vote)
       select 1, 1, decode(lpad(to_hex(n), 32, '0'), 'hex'), 1 from ${GENERATED}`,
    ],
    kept: [0, 1, 1],
  },
  {
    cleanUp: oldSaves,
    tables: ['article_save'],
    plant: [
      `${ARTICLE} select 1, gen_random_uuid(), null, now(), ${TEXT}`,
      `insert into article_save (site_id, uid, version, version_before, fields, saved_by, saved_at)
       select 1, uid, n, n - 1, '{}', 'x', now() - interval '31 days' from article, ${GENERATED}`,
      `insert into article_save (site_id, uid, version, version_before, fields, saved_by, saved_at)
       select 1, uid, 0, 0, '{}', 'x', now() - interval '29 days' from article`,
    ],
    kept: [1],
  },
  {
    cleanUp: oldDeliveries,
    tables: ['webhook_delivery', 'webhook_attempt'],
    plant: [
      `${DELIVERY} select 1, 1, n, 1, 'publish', 'pending', '2020-01-01', null from generate_series(1, 1500) as n`,
      `${DELIVERY} select 1, 1 + n % 2, n, 2, 'update', 'delivered', '2020-01-01', now() - interval '31 days' from ${GENERATED}`,
      // Sent again yesterday, and sent yesterday.
      `${DELIVERY} select 1, 1, 1, 3, 'update', 'delivered', '2020-01-01', now() - interval '1 day'`,
      `${DELIVERY} select 1, 2, 1, 3, 'update', 'delivered', now() - interval '1 day', now() - interval '1 day'`,
      `${ATTEMPT} select site_id, webhook_id, id, now(), 'delivered', true, '{}', '[]', '' from webhook_delivery`,
    ],
    kept: [1_502, 1_502],
  },
  {
    cleanUp: oldTests,
    tables: ['webhook_test', 'webhook_attempt'],
    plant: [
      `insert into webhook_test (site_id, webhook_id, action, body, created_at)
       select 1, 1, 'publish', '{}', now() - interval '31 days' from ${GENERATED}`,
      `insert into webhook_test (site_id, webhook_id, action, body, created_at)
       values (1, 1, 'publish', '{}', now() - interval '29 days')`,
      `${ATTEMPT} select site_id, webhook_id, id, now(), 'delivered', true, '{}', '[]', '' from webhook_test`,
    ],
    kept: [1, 1],
  },
  {
    cleanUp: oldAnswers,
    tables: ['remembered_answer'],
    plant: [
      `insert into remembered_answer (caller, idempotency_key, request_hash, status, headers, created_at)
       select 'key:1', n::text, '', 201, '{}', now() - interval '25 hours' from ${GENERATED}`,
      `insert into remembered_answer (caller, idempotency_key, request_hash, status, headers)
       values ('key:1', 'new', '', 201, '{}')`,
    ],
    kept: [1],
  },
  {
    cleanUp: oldFailures,
    tables: ['failed_job'],
    plant: [
      `insert into failed_job (kind, key, id, payload, tries, last_error, created_at, failed_at)
       select 'x', n::text, n, '{}', 10, 'x', now(), now() - interval '91 days' from ${GENERATED}`,
      `insert into failed_job (kind, key, id, payload, tries, last_error, created_at, failed_at)
       select 'x', 'recent', 1, '{}', 10, 'x', now(), now() - interval '89 days'`,
    ],
    kept: [1],
  },
  {
    cleanUp: abandonedImports,
    tables: ['import_line', 'import'],
    plant: [
      `insert into import (source, started_at) values ('old', now() - interval '31 days'), ('new', now())`,
      `insert into import_line (import_id, line, noun_order, reason)
       select id, n, 1, 'x' from import, ${GENERATED} where source = 'old'`,
      `insert into import_line (import_id, line, noun_order, reason) select id, 1, 1, 'x' from import where source = 'new'`,
    ],
    kept: [1, 1],
  },
  {
    cleanUp: unusedWords,
    tables: ['search_word'],
    plant: [
      `insert into search_word (site_id, word, frequency) select 1, 'gone' || n, 0 from ${GENERATED}`,
      `insert into search_word (site_id, word, frequency) values (1, 'it''s', 0), (1, 'a\\b', 9)`,
    ],
    kept: [0],
  },
  {
    cleanUp: oldSessions,
    tables: ['session'],
    plant: [
      PERSON,
      `${SESSION} select 'password', int8send(n), 1, now() - interval '20 hours', now() - interval '13 hours', '', '' from ${GENERATED}`,
      `${SESSION} select 'password', '\\x00', 1, now() - interval '31 days', now(), '', ''`,
      `${SESSION} select 'password', '\\x01', 1, now() - interval '29 days', now() - interval '11 hours', '', ''`,
    ],
    kept: [1],
  },
  {
    cleanUp: oldAttempts,
    tables: ['sign_in_attempt'],
    plant: [
      `insert into sign_in_attempt (network, account, at) select 'x', '', now() - interval '61 minutes' from ${GENERATED}`,
      `insert into sign_in_attempt (network, account, at) select 'x', '', now() - interval '59 minutes'`,
    ],
    kept: [1],
  },
  {
    cleanUp: oldInvitations,
    tables: ['invitation_role', 'invitation'],
    plant: [
      `insert into invitation (token_hash, email, created_by, expires_at)
       select int8send(n), 'old', '', now() - interval '1 minute' from ${GENERATED}`,
      `insert into invitation (token_hash, email, created_by, expires_at) values ('', 'new', '', now() + interval '1 minute')`,
      `insert into invitation_role (invitation_id, site_id, role) select id, 1, 'author' from invitation`,
    ],
    kept: [1, 1],
  },
  {
    cleanUp: oldChallenges,
    tables: ['sign_in_challenge'],
    plant: [
      `insert into sign_in_challenge (hash, method, purpose, network, origin, created_at)
       select int8send(n), 'passkey', 'sign_in', n, '', now() - interval '11 minutes' from ${GENERATED}`,
      `insert into sign_in_challenge (hash, method, purpose, network, origin) values ('', 'oidc', 'sign_in', '', '')`,
    ],
    kept: [1],
  },
  {
    cleanUp: oldAuthorizations,
    tables: ['network_authorization'],
    plant: [
      `insert into person (id, email, name) values (99, '99', 'x') on conflict do nothing`,
      `insert into session (id, token_hash, person_id, address, user_agent, method) overriding system value values (99, '99', 99, '', '', 'link') on conflict do nothing`,
      `insert into network_authorization (site_id, hash, session_id, network, fields, return_to, proof, created_at)
       select 1, int8send(n), 99, 'x', '{}', '', '', now() - interval '11 minutes' from ${GENERATED}`,
      `insert into network_authorization (site_id, hash, session_id, network, fields, return_to, proof) values (1, '', 99, 'x', '{}', '', '')`,
    ],
    kept: [1],
  },
  {
    cleanUp: oldResets,
    tables: ['password_reset'],
    plant: [
      `insert into person (id, email, name) select n, n, 'x' from generate_series(100, :rows + 200) as n on conflict do nothing`,
      `insert into password_reset (person_id, token_hash, created_by, expires_at)
       select n + 100, int8send(n), '', now() - interval '1 minute' from ${GENERATED}`,
      `insert into password_reset (person_id, token_hash, created_by, expires_at)
       values (100, '', '', now() + interval '1 minute')`,
    ],
    kept: [1],
  },
  {
    cleanUp: oldPreviews,
    tables: ['preview'],
    plant: [
      `${ARTICLE} select 1, gen_random_uuid(), null, now(), ${TEXT}`,
      `insert into preview (site_id, uid, token_hash, created_by, expires_at)
       select 1, uid, decode(lpad(to_hex(n), 8, '0'), 'hex'), 'x', now() - interval '1 minute' from article, ${GENERATED}`,
      `insert into preview (site_id, uid, token_hash, created_by, expires_at)
       select 1, uid, '', 'x', now() + interval '1 minute' from article`,
    ],
    kept: [1],
  },
  {
    cleanUp: oldLinks,
    tables: ['campaign_link'],
    plant: [
      `insert into campaign (id, site_id, name) values (1, 1, 'C')`,
      `insert into campaign_link (campaign_id, token_hash, created_by, expires_at)
       select 1, decode(lpad(to_hex(n), 8, '0'), 'hex'), 'x', now() - interval '1 minute' from ${GENERATED}`,
      `insert into campaign_link (campaign_id, token_hash, created_by, expires_at)
       select 1, '', 'x', now() + interval '1 minute'`,
    ],
    kept: [1],
  },
  {
    cleanUp: oldPresence,
    tables: ['presence'],
    plant: [
      `insert into presence (site_id, uid, actor, expires_at)
       select 1, gen_random_uuid(), 'x', now() - interval '1 minute' from ${GENERATED}`,
      `insert into presence (site_id, uid, actor, expires_at)
       select 1, gen_random_uuid(), 'x', now() + interval '1 minute'`,
    ],
    kept: [1],
  },
  {
    cleanUp: oldContents,
    tables: ['item_identity', 'source_host'],
    plant: [
      `insert into source_item (site_id, source_id, external_key, external_id, title, state, content_hash, seen_at, changed_at)
       values (1, 1, '', '', '', 'held', '', now(), now()) on conflict do nothing`,
      `insert into item_identity (site_id, kind, key, source_id, external_key, seen_at)
       select 1, 'url', int8send(n), 1, '', now() - interval '91 days' from ${GENERATED}`,
      `insert into item_identity (site_id, kind, key, source_id, external_key, seen_at)
       values (1, 'text', '', 1, '', now() - interval '89 days')`,
      `insert into source_host (host, busy_until) select n, now() - interval '25 hours' from ${GENERATED}`,
      `insert into source_host (host, busy_until) values ('x', now())`,
    ],
    kept: [1, 1],
  },
  {
    cleanUp: oldMessages(NO_STORAGE),
    tables: ['inbound_message'],
    plant: [
      `${MESSAGE} select 1, 1, null, '', 0, '{}', 'taken', now(), int8send(n), now() from ${GENERATED}`,
      `${MESSAGE} select 1, 1, n, '', 0, '{}', 'taken', now(), int8send(n), now() from ${GENERATED}`,
      `${MESSAGE} values (1, 1, 'x', '', 0, '{}', 'taken', now() + interval '1 day', '', now()),
        (1, 1, 'y', '', 0, '{}', 'new', now(), '', now()), (1, 1, null, '', 0, '{}', 'taken', now(), 'kept', now())`,
      `insert into source_item (site_id, source_id, external_key, external_id, title, state, content_hash, raw, seen_at, changed_at)
        values (1, 1, 'kept', 'x', 'x', 'rejected', '', '{}', now(), now())`,
    ],
    kept: [3],
  },
];

/** Two webhooks on a site, and a trigger that refuses statements which delete too much at once. */
async function prepare(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into site (id, name, url, locale, time_zone, api_key_required)
      values (1, 'x', 'https://x.example', 'en', 'UTC', false);
    insert into webhook (site_id, id, url, actions, active, signature_encoding, extra_headers, secret)
      select 1, n, 'https://x.example', '{}', false, 'hex', true, '' from generate_series(1, 2) as n;
    create function refuse_large_delete() returns trigger language plpgsql as $$
    begin
      if (select count(*) from gone) > ${MOST_AT_ONCE} then raise exception 'too many rows at once'; end if;
      return null;
    end $$`);
  for (const table of new Set(plantations.flatMap(({ tables }) => tables))) {
    await pool.query(`create trigger refuse_large_delete after delete on ${table} referencing old table as gone
      for each statement execute function refuse_large_delete()`);
  }
}

/** A superuser plants without triggers and checks of foreign keys, to take less time. */
const WITHOUT_TRIGGERS = `select set_config('session_replication_role', 'replica', true)
  from pg_roles where rolname = current_user and rolsuper`;

/** In one transaction, so that the setting ends with it. */
async function plantRows(pool: pg.Pool, rows: number, statements: string[]): Promise<void> {
  await pool.query([WITHOUT_TRIGGERS, ...statements].join(';\n').replaceAll(':rows', String(rows)));
}

export async function runCleanUp(pool: pg.Pool, { handler }: CleanUp): Promise<void> {
  await handler.run({
    db: kysely(pool),
    log: () => {},
    jobs: [],
    signal: new AbortController().signal,
    complete: async () => {},
  });
}

async function rowCounts(pool: pg.Pool, tables: string[]): Promise<number[]> {
  const counts = tables.map(async (table) => (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n);
  return Promise.all(counts);
}

export function testCleanUps(rows: number): void {
  let pool: pg.Pool;
  beforeAll(async () => {
    pool = openPool(await freshDatabase(), 'command', () => {});
    await prepare(pool);
    atFileEnd(() => pool.end());
  });

  it('are all tested', () => {
    const names = (all: CleanUp[]) => all.map(({ schedule }) => schedule.name);
    expect(names(plantations.map(({ cleanUp }) => cleanUp))).toEqual(
      names(cleanUps({ auditDays: 730, storage: NO_STORAGE })),
    );
  });

  it(`deleting an empty site: ${rows} rows that it leaves go in batches`, async () => {
    const site = 'insert into site (id, name, url, locale, time_zone, api_key_required)';
    await pool.query(`${site} values (2, 'x', 'https://x.example', 'en', 'UTC', false)`);
    await plantRows(pool, rows, [
      `${EVENT} select 2, n, n, 'unpublish', 'all', 1, '{}', now() from ${GENERATED}`,
      `insert into search_word select 2, 'word' || n, 0 from ${GENERATED}`,
    ]);
    await deleteSite(kysely(pool), 2, { caller: commandLine, ifMatch: undefined });
    expect(await rowCounts(pool, ['article_event', 'search_word'])).toEqual([0, 0]);
    expect((await pool.query('select from site where id = 2')).rowCount).toBe(0);
  });

  it.each(plantations.map((plantation) => [plantation.cleanUp.schedule.name, plantation] as const))(
    `%s: ${rows} old rows go in batches, and the others stay`,
    async (_name, { cleanUp, tables, plant, kept }) => {
      await pool.query(`truncate ${plantations.flatMap((other) => other.tables).join()} cascade`);
      await plantRows(pool, rows, plant);
      expect(Math.min(...(await rowCounts(pool, tables.slice(0, 1))))).toBeGreaterThanOrEqual(rows);
      await runCleanUp(pool, cleanUp);
      expect(await rowCounts(pool, tables)).toEqual(kept);
    },
  );
}
