/** The bylines of an invitation: who the invited person will write as. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { InvitedByline } from '../../contract/people.ts';
import { invalidBody } from '../../core/errors.ts';
import { type Actor, grantsOf, may, type SiteRole } from '../../core/rights.ts';
import type { Tx } from '../../db/transaction.ts';
import { addBylines, type Byline, refuseRepeatedBylines, unknownAuthor } from '../accounts/bylines.ts';
import { authors } from '../authors/resource.ts';
import { createResource } from '../resources/commands.ts';

export type Invited = Static<typeof InvitedByline>;

/** A byline is of use where the person will write. */
export function refuseBylines(bylines: readonly Invited[], roles: readonly SiteRole[]): void {
  refuseRepeatedBylines(bylines);
  const invited = { grants: grantsOf(roles) };
  if (bylines.every(({ site_id }) => may(invited, 'articles', 'write', site_id))) return;
  throw invalidBody([{ path: '/bylines', message: 'names a site on which the roles do not let the person write' }]);
}

export async function insertBylines(tx: Tx, invitation_id: number, bylines: readonly Invited[]): Promise<void> {
  if (bylines.length === 0) return;
  await tx
    .insertInto('invitation_byline')
    .values(bylines.map(({ site_id, author_id }) => ({ invitation_id, site_id, author_id })))
    .execute()
    .catch((error) => {
      throw unknownAuthor(error);
    });
}

/** The invited person writes as these authors from now on. Who has no author of the same name gets one. */
export async function giveBylines(
  tx: Tx,
  person: { id: number; name: string },
  bylines: readonly Invited[],
  request: { caller: Actor; now: Date },
): Promise<void> {
  const given: Byline[] = [];
  for (const { site_id, author_id } of bylines)
    given.push({ site_id, author_id: author_id ?? (await authorNamed(tx, site_id, person.name, request)) });
  await addBylines(tx, person.id, given);
}

/** Of several with the same name none is meant for sure. */
async function authorNamed(
  tx: Tx,
  siteId: number,
  name: string,
  { caller, now }: { caller: Actor; now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from author where site_id = ${siteId}
      and lower(regexp_replace(trim(firstname || ' ' || lastname), '\\s+', ' ', 'g')) = lower(regexp_replace(trim(${name}), '\\s+', ' ', 'g'))
    limit 2`.execute(tx);
  const [known, other] = rows;
  if (known && !other) return known.id;
  const input = inParts(name);
  return (await createResource(tx, authors, { siteId, input, caller, now })).row.id;
}

/** The last word is the last name; a single one is the first name. */
function inParts(name: string): { firstname: string; lastname: string } {
  const words = name.trim().split(/\s+/);
  const [last = ''] = words.length > 1 ? words.splice(-1) : [];
  return { firstname: words.join(' '), lastname: last };
}
