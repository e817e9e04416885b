/** Webhooks, and their secrets if the file has them. Deliveries are not exported: the old installation sends them. */
import { type Selectable, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { id, instant, nullable } from '../contract/common.ts';
import { Webhook } from '../contract/webhook.ts';
import { isStoredAlike } from '../core/stored-json.ts';
import { parseInstant, utc } from '../core/time.ts';
import type { WebhookRow } from '../db/rows.generated.ts';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { newSecret, type Secrets } from '../features/webhooks/secrets.ts';
import { siteId, version } from './format.ts';
import { type ExportTools, type ImportContext, keyset, type LineOutcome, type Noun } from './noun.ts';
import { sealedField } from './secrets.ts';
import { moveSequence } from './sequences.ts';

const { url, section_id, actions, active, pause_reason, signature_encoding, extra_headers } = Webhook.properties;
const time = (description: string) => Type.Optional(nullable(instant(description)));
const WebhookLine = Type.Object(
  {
    site_id: siteId,
    id: id('The id, which is kept.'),
    ...{ url, actions, signature_encoding, extra_headers },
    section_id: Type.Optional(section_id),
    active: Type.Optional(active),
    pause_reason: Type.Optional(pause_reason),
    paused_at: time('When the webhook was paused.'),
    notice: Type.Optional(Webhook.properties.notice),
    notice_at: time('When.'),
    promoted_at: time('When the current secret was promoted.'),
    previous_until: time('When the previous secret stops signing.'),
    version: Type.Optional(version),
    created_at: Type.Optional(instant('When the webhook was created.')),
    updated_at: Type.Optional(instant('When someone last changed the webhook.')),
    sealed: Type.Optional(sealedField),
  },
  { additionalProperties: false },
);
type WebhookLine = Static<typeof WebhookLine>;
type Row = Selectable<WebhookRow>;

const AT_ONCE = 200;
const SECRETS = ['secret', 'next_secret', 'previous_secret'] as const;
type SecretColumns = Record<(typeof SECRETS)[number], Buffer | null>;
const WITHOUT_SECRET = 'It was imported without its secret. Stage a new one, give it to the receiver, then resume.';
const labelOf = (line: Pick<WebhookLine, 'site_id' | 'id'>) => `webhook ${line.site_id} ${line.id}`;

export const webhooks: Noun<WebhookLine> = {
  key: 'webhook',
  schema: WebhookLine,
  async *pages(tx, site, tools) {
    for await (const rows of keyset<Row>((after) => webhooksAfter(tx, site, after?.id ?? 0)))
      yield rows.map((row) => line(row, tools));
  },
  siteOf: ({ site_id }) => site_id,
  names: (value) => [String(value.id)],
  async importBatch(tx, context, lines) {
    const outcomes: LineOutcome[] = [];
    for (const value of lines) outcomes.push(await importWebhook(tx, context, value));
    await moveSequence(tx, context, 'webhook_id', lines);
    return outcomes;
  },
};

async function importWebhook(tx: Tx, context: ImportContext, line: WebhookLine): Promise<LineOutcome> {
  const section = line.section_id ?? null;
  if (section !== null) {
    const { rows } = await sql`select from section where site_id = ${line.site_id} and id = ${section}`.execute(tx);
    if (rows.length === 0) return { reason: `section_id names no section of this site: ${section}` };
  }
  const { rows } = await sql<Row>`
    select * from webhook where site_id = ${line.site_id} and id = ${line.id} for update`.execute(tx);
  const sealing = await context.webhookSecrets();
  const opened = line.sealed && context.secrets ? context.secrets.open(labelOf(line), line.sealed) : null;
  return rows[0] ? changeWebhook(tx, rows[0], line, opened, sealing) : insertWebhook(tx, line, opened, sealing);
}

type Opened = Record<string, string | null> | null;

/** Without its secret the receiver would reject everything: the webhook is paused until it gets a new one. */
async function insertWebhook(tx: Tx, line: WebhookLine, opened: Opened, sealing: Secrets): Promise<LineOutcome> {
  const at = (text: string | null | undefined) => (text ? parseInstant(text) : null);
  const { site_id, id, section_id = null, url, signature_encoding, extra_headers, active = true } = line;
  const paused = opened ? { active, reason: line.pause_reason ?? null } : { active: false, reason: 'person' };
  const { secret, next_secret, previous_secret } = sealedSecrets(opened ?? { secret: newSecret() }, sealing);
  const notice = opened ? (line.notice ?? null) : WITHOUT_SECRET;
  await sql`
    insert into webhook (site_id, id, section_id, url, actions, signature_encoding, extra_headers, active, pause_reason, paused_at,
      status_message, status_message_at, secret, next_secret, previous_secret, promoted_at, previous_until, version, created_at,
      updated_at)
    values (${site_id}, ${id}, ${section_id}, ${url}, ${line.actions}::text[], ${signature_encoding}, ${extra_headers},
      ${paused.active}, ${paused.reason}, ${opened ? at(line.paused_at) : sql`now()`}, ${notice},
      ${opened ? at(line.notice_at) : sql`now()`}, ${secret}, ${next_secret}, ${previous_secret}, ${at(line.promoted_at)},
      ${at(line.previous_until)}, ${line.version ?? 1}, coalesce(${at(line.created_at)}, now()),
      coalesce(${at(line.updated_at)}, now()))`.execute(tx);
  return 'new';
}

/** An import does not pause or resume an existing webhook. */
async function changeWebhook(
  tx: Tx,
  current: Row,
  line: WebhookLine,
  opened: Opened,
  sealing: Secrets,
): Promise<LineOutcome> {
  const { url, actions, signature_encoding, extra_headers, section_id = current.section_id } = line;
  const given = { url, actions, signature_encoding, extra_headers, section_id };
  const changes: Record<string, unknown> = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !isStoredAlike(current[name as keyof Row], value)),
  );
  const held = Object.fromEntries(SECRETS.map((name) => [name, current[name] && sealing.open(current[name])]));
  if (opened && SECRETS.some((name) => (opened[name] ?? null) !== held[name]))
    Object.assign(changes, sealedSecrets(opened, sealing));
  if (Object.keys(changes).length === 0) return 'same';
  await tx
    .updateTable('webhook')
    .set({ ...changes, version: Math.max(current.version + 1, line.version ?? 1), updated_at: sql`now()` })
    .where('site_id', '=', current.site_id)
    .where('id', '=', current.id)
    .execute();
  return 'changed';
}

function sealedSecrets(opened: Record<string, string | null>, sealing: Secrets): SecretColumns {
  const columns = SECRETS.map((name) => [name, opened[name] ? sealing.seal(opened[name]) : null]);
  return Object.fromEntries(columns) as SecretColumns; // one for each name
}

function line(row: Row, { secrets, webhookSecrets }: ExportTools): object {
  const { site_id, id, section_id, url, actions, active, pause_reason, signature_encoding, extra_headers, version } =
    row;
  const at = (date: Date | null) => date && utc(date);
  const opened = () =>
    Object.fromEntries(SECRETS.map((name) => [name, row[name] && (webhookSecrets?.open(row[name]) ?? null)]));
  return {
    ...{ site_id, id, section_id, url, actions, active, pause_reason, paused_at: at(row.paused_at) },
    ...{ signature_encoding, extra_headers, notice: row.status_message, notice_at: at(row.status_message_at) },
    ...{ promoted_at: at(row.promoted_at), previous_until: at(row.previous_until), version },
    ...{ created_at: utc(row.created_at), updated_at: utc(row.updated_at) },
    ...(secrets ? { sealed: secrets.seal(labelOf(row), opened()) } : {}),
  };
}

async function webhooksAfter(tx: Tx, { id }: Site, after: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from webhook where site_id = ${id} and id > ${after} order by id limit ${AT_ONCE}`.execute(tx);
  return rows;
}
