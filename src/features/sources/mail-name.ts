/** The addresses of e-mail sources: the section, so that people recognise it, and 80 random bits, so that nobody guesses it. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { slugify } from '../../core/slug.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import type { SourceRow } from './queries.ts';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const LETTERS = 16;
/** A local part has at most 64 characters. */
const LONGEST_SLUG = 40;

export async function newMailName(tx: Tx, { site_id, section_id }: { site_id: number; section_id: number }) {
  const { rows } = await sql<{ name: string }>`
    select name from section where site_id = ${site_id} and id = ${section_id}`.execute(tx);
  const slug = slugify(rows[0]?.name ?? '', 'news')
    .slice(0, LONGEST_SLUG)
    .replace(/-+$/, '');
  const letters = [...randomBytes(LETTERS)].map((byte) => BASE32[byte % BASE32.length]);
  return `${slug}-${letters.join('')}`;
}

/** The source of an address, also of one that was replaced less than 30 days ago. */
export async function sourceOfMailName(db: Db | Tx, name: string): Promise<SourceRow | undefined> {
  const { rows } = await sql<SourceRow>`
    select * from source where kind = 'email' and settings ->> 'mail_name' = ${name.toLowerCase()}
    union all
    select source.* from retired_mail_name retired join source on source.site_id = retired.site_id and source.id = retired.source_id
    where retired.name = ${name.toLowerCase()} and until > now()
    limit 1`.execute(db);
  return rows[0];
}
