/** Entries of the audit log about people: changes to a person, and actions on the own account. */
import { type AuditAction, auditedBylines, auditedRoles, sitesOfRoles } from '../../core/audit.ts';
import { type Actor, type Origin, personActor, type SiteRole } from '../../core/rights.ts';
import { recordChange } from '../../db/audit.ts';
import type { Tx } from '../../db/transaction.ts';
import type { PersonRow } from './queries.ts';

/** Only the roles and bylines that differ: an owner of one site may read entries about that site. */
export async function recordPerson(
  tx: Tx,
  caller: Actor,
  action: AuditAction,
  before: PersonRow | null,
  after: PersonRow | null,
): Promise<void> {
  const person = (after ?? before) as PersonRow; // one of them is there
  const [removed, added] = [without(before, after), without(after, before)];
  const [left, taken] = [bylinesWithout(before, after), bylinesWithout(after, before)];
  const differing = [...removed, ...added, ...left, ...taken];
  const isOfSites = before && after && before.name === after.name && before.email === after.email;
  const concerned = isOfSites && differing.length > 0 ? [] : [before, after].flatMap(rolesOf);
  await recordChange(tx, caller, {
    action,
    noun: 'person',
    id: person.id,
    sites: sitesOfRoles([...differing, ...concerned]),
    before: before && { ...before, roles: auditedRoles(removed), bylines: auditedBylines(left) },
    after: after && { ...after, roles: auditedRoles(added), bylines: auditedBylines(taken) },
  });
}

/** For signing in and new passwords, where the request has no actor yet: the person is the actor. */
export async function recordAccess(tx: Tx, person: PersonRow, from: Origin, action: AuditAction): Promise<void> {
  await recordPerson(tx, personActor(person, from), action, person, person);
}

const rolesOf = (person: PersonRow | null): readonly SiteRole[] => person?.roles ?? [];

function without(person: PersonRow | null, other: PersonRow | null): SiteRole[] {
  const others = auditedRoles(rolesOf(other));
  return rolesOf(person).filter((role) => !others.includes(auditedRoles([role]).join()));
}

function bylinesWithout(person: PersonRow | null, other: PersonRow | null): PersonRow['bylines'] {
  const others = auditedBylines(other?.bylines ?? []);
  return (person?.bylines ?? []).filter((byline) => !others.includes(auditedBylines([byline]).join()));
}
