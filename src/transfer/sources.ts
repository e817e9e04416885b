/** Sources. Those that are new here rest until the whole file is imported: without its ledger a feed would deliver its old items again. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { FORM_TOKEN, flag, id, instant, integer, MAIL_NAME, nullable, oneOf, plain } from '../contract/common.ts';
import { Source, SourceError } from '../contract/source.ts';
import { isStoredAlike } from '../core/stored-json.ts';
import { parseInstant, utc } from '../core/time.ts';
import { lockSiteRow, type Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { MOST_SOURCES, settingsWithDefaults, updateSource } from '../features/sources/commands.ts';
import { refuseUnknown } from '../features/sources/draft.ts';
import { type SourceRow, type SourceSettings, sourceCount } from '../features/sources/queries.ts';
import { refuseUntrackable } from '../features/sources/trackers.ts';
import { siteId, version } from './format.ts';
import { awaitEnd } from './imported-sources.ts';
import { type ExportTools, type ImportContext, keyset, type LineOutcome, type Noun } from './noun.ts';
import { sealedField } from './secrets.ts';
import { moveSequence } from './sequences.ts';

const { name, section_id, category_id, author_ids, tags, approval, kind } = Source.properties;
const { url, backlog, update_policy, min_interval, allowed_fields, window, form, email } = Source.properties;
const { account_id, campaign_id, targets, language, include_replies } = Source.properties;
const time = (description: string) => Type.Optional(nullable(instant(description)));
const settings = Type.Object(
  {
    url,
    backlog: Type.Optional(backlog),
    update_policy: Type.Optional(update_policy),
    min_interval: Type.Optional(min_interval),
    allowed_fields: Type.Optional(allowed_fields),
    window: Type.Optional(window),
    form: Type.Optional(form),
    email: Type.Optional(email),
    mail_name: Type.Optional(plain('The address of an e-mail source, before the @.', { pattern: MAIL_NAME })),
    targets: Type.Optional(targets),
    language: Type.Optional(language),
    include_replies: Type.Optional(include_replies),
    form_token: Type.Optional(plain('What the address of a form has.', { pattern: FORM_TOKEN })),
  },
  { additionalProperties: false },
);
const validator = (what: string) => Type.Optional(nullable(plain(what, { maxLength: 500 })));
const LastError = Type.Object(SourceError.properties, { additionalProperties: false });
const Moved = Type.Object(
  { to: plain('The new address.'), since: instant('Since when.'), times: integer('How often it was seen.') },
  { additionalProperties: false },
);
const postId = plain('The id of a post or an account in its network.', { maxLength: 200 });
const Cursor = Type.Object(
  {
    etag: validator('The entity tag of the feed.'),
    last_modified: validator('The date of the feed.'),
    full_at: Type.Optional(instant('When the whole feed was last read.')),
    moved: Type.Optional(Moved),
    unread: Type.Optional(integer('Items beyond the limit.', { minimum: 0 })),
    repeated: Type.Optional(integer('Ids that occur more than once.', { minimum: 0 })),
    since_id: Type.Optional(postId),
    begun: Type.Optional(Type.Literal(true, { description: 'There was a poll, even if it found nothing.' })),
    page: Type.Optional(
      Type.Object({ token: plain('Of the next page.'), newest: postId }, { additionalProperties: false }),
    ),
    targets: Type.Optional(
      Type.Array(
        Type.Object(
          {
            target: plain('Its type and value.', { maxLength: 300 }),
            id: Type.Optional(postId),
            min_id: Type.Optional(postId),
            since: Type.Optional(instant('The time of its newest post.')),
            page: Type.Optional(plain('Of the next page.', { maxLength: 2_000 })),
            newest: Type.Optional(instant('The time of the newest post of a poll that has more pages.')),
          },
          { additionalProperties: false },
        ),
        { maxItems: 1_000 },
      ),
    ),
    at: Type.Optional(integer('The target that is next.', { minimum: 0 })),
    per_day: Type.Optional(Type.Number({ description: 'Posts a day.', minimum: 0 })),
    validity: Type.Optional(plain('Of a mailbox: changes when uids are given anew.', { maxLength: 30 })),
    uid: Type.Optional(integer('Of a mailbox: the last message.', { minimum: 0 })),
    since: Type.Optional(instant('Of a mailbox: the day of the oldest message.')),
    rescan: Type.Optional(integer('Of a mailbox: up to which uid messages may be known.')),
    moving: Type.Optional(Type.Array(integer('A message that is to be moved.'), { maxItems: 100_000 })),
    unmoved: Type.Optional(flag('Of a mailbox: whether the server refuses to move messages.')),
    stuck: Type.Optional(
      Type.Object({ uid: integer('The message.'), times: integer('How often.') }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false, description: 'Where reading goes on.' },
);

const SourceLine = Type.Object(
  {
    site_id: siteId,
    id: id('The id, which is kept.'),
    kind: Type.Optional(kind),
    ...{ name, section_id, settings },
    category_id: Type.Optional(category_id),
    account_id: Type.Optional(account_id),
    campaign_id: Type.Optional(campaign_id),
    author_ids: Type.Optional(author_ids),
    tags: Type.Optional(tags),
    approval: Type.Optional(approval),
    active: Type.Optional(flag('False for a paused source.')),
    pause_reason: Type.Optional(nullable(oneOf(['person', 'gone', 'import'], 'Why it is paused.'))),
    paused_at: time('When it was paused.'),
    cursor: Type.Optional(Cursor),
    interval: Type.Optional(integer('The seconds between two polls at present.', { minimum: 1 })),
    next_poll_at: time('When the next poll is due.'),
    last_poll_at: time('When it was last polled.'),
    last_success_at: time('When a poll last succeeded.'),
    last_new_at: time('When a poll last found a new item.'),
    failures: Type.Optional(integer('Failed polls since the last success.', { minimum: 0 })),
    last_error: Type.Optional(nullable(LastError)),
    version: Type.Optional(version),
    created_at: Type.Optional(instant('When it was created.')),
    updated_at: Type.Optional(instant('When someone last changed it.')),
    sealed: Type.Optional(sealedField),
  },
  { additionalProperties: false },
);
type SourceLine = Static<typeof SourceLine>;

const AT_ONCE = 200;

export const sources: Noun<SourceLine> = {
  key: 'source',
  schema: SourceLine,
  async *pages(tx, site, tools) {
    for await (const rows of keyset<SourceRow>((after) => sourcesAfter(tx, site, after?.id ?? 0)))
      yield rows.map((row) => ({ ...line(row), ...sealedPassword(row, tools) }));
  },
  siteOf: ({ site_id }) => site_id,
  names: ({ id, settings }) => [String(id), ...(settings.url ? [settings.url] : [])],
  async importBatch(tx, context, lines) {
    await lockSiteRow(tx, context.siteId);
    const outcomes: LineOutcome[] = [];
    for (const value of lines) {
      const outcome = await importSource(tx, context, value);
      const isUnlocked = typeof outcome === 'string' && (await importPassword(tx, context, value));
      outcomes.push(isUnlocked && outcome === 'same' ? 'changed' : outcome);
    }
    await moveSequence(tx, context, 'source_id', lines);
    return outcomes;
  },
};

async function importSource(tx: Tx, context: ImportContext, line: SourceLine): Promise<LineOutcome> {
  const { rows } = await sql<SourceRow>`
    select * from source where site_id = ${line.site_id} and id = ${line.id} for update`.execute(tx);
  const [current] = rows;
  const given = settingsWithDefaults(current?.settings, line.settings);
  const reason =
    wrongAddress(line, given) ?? (current ? otherSource(current, line, given) : await misfit(tx, line, given));
  if (reason) return { reason };
  await refuseUnknown(tx, line.site_id, line);
  await refuseUntrackable(tx, line.site_id, line.kind ?? 'feed', { ...given, ...line });
  if (line.active !== false && (!current || current.pause_reason === 'import')) {
    const outcome = current ? await changeSource(tx, current, line, given) : await insertSource(tx, line, given);
    await awaitEnd(tx, context, line);
    return outcome;
  }
  return current ? changeSource(tx, current, line, given) : insertSource(tx, line, given);
}

const labelOf = ({ site_id, id }: { site_id: number; id: number }) => `source ${site_id} ${id}`;

function sealedPassword(row: SourceRow, { secrets, webhookSecrets }: ExportTools): { sealed?: string } {
  const password = row.mail_password && webhookSecrets?.open(row.mail_password);
  return secrets && password ? { sealed: secrets.seal(labelOf(row), { password }) } : {};
}

/** A mailbox that has a password here keeps it. */
async function importPassword(tx: Tx, { secrets, webhookSecrets }: ImportContext, line: SourceLine): Promise<boolean> {
  if (!line.sealed || !secrets) return false;
  const { password } = secrets.open<{ password: string }>(labelOf(line), line.sealed);
  const sealed = (await webhookSecrets()).seal(password);
  const { numAffectedRows = 0n } = await sql`
    update source set mail_password = ${sealed} where site_id = ${line.site_id} and id = ${line.id}
      and settings -> 'email' ->> 'way' = 'imap' and mail_password is null`.execute(tx);
  return numAffectedRows > 0n;
}

function wrongAddress(
  { kind = 'feed' }: SourceLine,
  { url, form_token, email, mail_name, targets = [] }: SourceSettings,
): string | null {
  if (kind === 'email' && email?.way !== 'imap' && !mail_name) return 'settings of e-mail need email and mail_name';
  if (kind === 'upload_form' && !form_token) return 'settings of a form need form and form_token';
  if (kind === 'media_tracker' && targets.length === 0) return 'settings of a media tracker need targets';
  if ((kind === 'feed') === (url !== null)) return null;
  return kind === 'feed' ? 'url is needed for a feed' : `url is not for the kind ${kind}`;
}

/** Its ledger must not become that of another feed or partner. */
function otherSource(current: SourceRow, line: SourceLine, { url }: SourceSettings): string | null {
  const isSame = line.created_at ? utc(current.created_at) === line.created_at : current.settings.url === url;
  const isSameKind = current.kind === (line.kind ?? 'feed');
  return isSame && isSameKind
    ? null
    : `id ${line.id} belongs to another source here, ${current.settings.url ?? current.name}`;
}

async function misfit(
  tx: Tx,
  { site_id: site }: SourceLine,
  { url, mail_name }: SourceSettings,
): Promise<string | null> {
  const { rows: taken } = await sql`
    select from source where kind = 'email' and settings ->> 'mail_name' = ${mail_name ?? null}`.execute(tx);
  if (taken.length > 0) return 'mail_name belongs to another source here';
  const { rows } = await sql<{ id: number }>`
    select id from source where site_id = ${site} and settings ->> 'url' = ${url}`.execute(tx);
  if (rows[0]) return `url belongs to source ${rows[0].id} here`;
  return (await sourceCount(tx, site)) >= MOST_SOURCES ? `a site has at most ${MOST_SOURCES} sources` : null;
}

const at = (text: string | null | undefined) => (text ? parseInstant(text) : null);

async function insertSource(tx: Tx, line: SourceLine, settings: SourceSettings): Promise<LineOutcome> {
  const { active = true, pause_reason = 'person' } = line;
  const pause = active
    ? { pause_reason: 'import', paused_at: sql<Date>`now()` }
    : { pause_reason: pause_reason ?? 'person', paused_at: at(line.paused_at) };
  await tx
    .insertInto('source')
    .values({
      ...{ site_id: line.site_id, id: line.id, kind: line.kind ?? 'feed', ...columnsOf(line) },
      settings: JSON.stringify(settings),
      ...{ active: false, ...pause, cursor: JSON.stringify(line.cursor ?? {}) },
      ...{ interval_s: line.interval ?? settings.min_interval, failures: line.failures ?? 0 },
      ...{ last_poll_at: at(line.last_poll_at), last_success_at: at(line.last_success_at) },
      last_new_at: at(line.last_new_at),
      last_error: line.last_error ? JSON.stringify(line.last_error) : null,
      version: line.version ?? 1,
      created_at: at(line.created_at) ?? sql<Date>`now()`,
      updated_at: at(line.updated_at) ?? sql<Date>`now()`,
    })
    .execute();
  return 'new';
}

const columnsOf = ({ name, section_id, category_id = null, author_ids = [], tags = [], ...line }: SourceLine) => ({
  ...{ name, section_id, category_id, author_ids, tags, approval: line.approval ?? 'hold' },
  ...{ account_id: line.account_id ?? null, campaign_id: line.campaign_id ?? null },
});

/** An import neither pauses nor resumes an existing source, and reading goes on where it is here. */
async function changeSource(
  tx: Tx,
  current: SourceRow,
  line: SourceLine,
  settings: SourceSettings,
): Promise<LineOutcome> {
  const named = Object.entries({ ...columnsOf(line), settings }).filter(([name]) => name in line);
  const changes = Object.fromEntries(
    named.filter(([name, value]) => !isStoredAlike(current[name as keyof SourceRow], value)),
  );
  if (Object.keys(changes).length === 0) return 'same';
  const isElsewhere = settings.url !== current.settings.url;
  await updateSource(tx, current, {
    ...changes,
    ...('settings' in changes ? { settings: JSON.stringify(settings) } : {}),
    ...(isElsewhere ? { cursor: '{}' } : {}),
    version: Math.max(current.version + 1, line.version ?? 1),
    updated_at: sql`now()`,
  });
  return 'changed';
}

function line(row: SourceRow): object {
  const { site_id, id, kind, name, section_id, category_id, author_ids, tags, approval, settings, active } = row;
  const { account_id, campaign_id } = row;
  const { pause_reason, cursor, interval_s: interval, failures, last_error, version } = row;
  const time = (date: Date | null) => date && utc(date);
  return {
    ...{ site_id, id, kind, name, section_id, category_id, author_ids, tags, approval, settings, active },
    ...(kind === 'media_tracker' ? { account_id, campaign_id } : {}),
    ...{ pause_reason, paused_at: time(row.paused_at), cursor, interval, next_poll_at: time(row.next_poll_at) },
    ...{ last_poll_at: time(row.last_poll_at), last_success_at: time(row.last_success_at) },
    ...{ last_new_at: time(row.last_new_at), failures, last_error, version },
    ...{ created_at: utc(row.created_at), updated_at: utc(row.updated_at) },
  };
}

async function sourcesAfter(tx: Tx, { id }: Site, after: number): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select * from source where site_id = ${id} and id > ${after} order by id limit ${AT_ONCE}`.execute(tx);
  return rows;
}
