/** Which authors people write as. Apart from their own lines, which come before the authors. */
import { type Selectable, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { id } from '../contract/common.ts';
import type { PersonBylineRow } from '../db/rows.generated.ts';
import type { Tx } from '../db/transaction.ts';
import { lockPeople } from '../features/accounts/people.ts';
import { namesHere } from './names.ts';
import { INSTALLATION, keyset, type LineOutcome, type Noun } from './noun.ts';

const BylineLine = Type.Object(
  {
    person_id: id('The person, by the id in the file.'),
    site_id: id('The site.'),
    author_id: id('The author of the site.'),
  },
  { additionalProperties: false },
);
type BylineLine = Static<typeof BylineLine>;
type BylineRow = Selectable<PersonBylineRow>;

const AT_ONCE = 500;

export const bylines: Noun<BylineLine> = {
  key: 'byline',
  schema: BylineLine,
  isOfInstallation: true,
  isAfterSites: true,
  async *pages(tx) {
    for await (const rows of keyset<BylineRow>((after) => bylineRows(tx, after))) yield rows;
  },
  siteOf: () => INSTALLATION,
  names: ({ person_id, site_id }) => [`${person_id} ${site_id}`],
  /** A byline that the person has here on the site stays. */
  async importBatch(tx, context, lines) {
    await lockPeople(tx);
    const inFile = ({ person_id }: BylineLine) => `person:${person_id}`;
    const names = await namesHere(tx, context, lines.map(inFile));
    const outcomes: LineOutcome[] = [];
    for (const value of lines) {
      const [, here] = /^person:(\d+)$/.exec(names(inFile(value))) ?? [];
      outcomes.push(here === undefined ? { reason: NOBODY } : await add(tx, { ...value, person_id: Number(here) }));
    }
    return outcomes;
  },
};

const NOBODY = 'person_id names no person of the file';

async function add(tx: Tx, { person_id, site_id, author_id }: BylineLine): Promise<LineOutcome> {
  const { rows } = await sql<{ has_author: boolean; is_new: boolean }>`
    with added as (
      insert into person_byline (person_id, site_id, author_id)
      select ${person_id}, site_id, id from author where site_id = ${site_id} and id = ${author_id}
      on conflict do nothing returning person_id
    )
    select exists (select from author where site_id = ${site_id} and id = ${author_id}) as has_author,
      exists (select from added) as is_new`.execute(tx);
  if (!rows[0]?.has_author) return { reason: `author_id names no author of site ${site_id}` };
  return rows[0].is_new ? 'new' : 'same';
}

async function bylineRows(tx: Tx, after: BylineRow | undefined): Promise<BylineRow[]> {
  const { rows } = await sql<BylineRow>`
    select person_id, site_id, author_id from person_byline
    where (person_id, site_id) > (${after?.person_id ?? 0}, ${after?.site_id ?? 0})
    order by person_id, site_id limit ${AT_ONCE}`.execute(tx);
  return rows;
}
