/** The creator of an invitation, a password reset or a preview. Their rights are checked again when it is used. */
import { sql } from 'kysely';
import { commandLine, type Grant, grantsOf, grantsOfKey, type Scope, type SiteRole } from '../../core/rights.ts';
import type { KeyHolder } from '../keys/queries.ts';

/** The present rights of a person or a key; null for the administrator's token and the command line. */
export type Maker = { roles: SiteRole[] } | { key: Omit<KeyHolder, 'name'> | null } | null;

/** The columns with the ids of the person and of the key. */
export function makerColumn(personId: ReturnType<typeof sql>, keyId: ReturnType<typeof sql>) {
  return sql`case
    when ${personId} is not null then json_build_object('roles', (
      select coalesce(json_agg(json_build_object('site_id', site_id, 'role', role)), '[]')
      from person_role where person_role.person_id = ${personId}))
    when ${keyId} is not null then json_build_object('key', (
      select json_build_object('id', id, 'scopes', scopes, 'all_sites', all_sites,
        'site_ids', array(select site_id from api_key_site where api_key_id = api_key.id))
      from api_key where api_key.id = ${keyId} and (api_key.expires_at is null or api_key.expires_at > now())))
    end as maker`;
}

/** An expired key grants nothing. */
export function makerGrants(maker: Maker): readonly Grant[] {
  if (maker === null) return commandLine.grants;
  if ('roles' in maker) return grantsOf(maker.roles);
  if (maker.key === null) return [];
  const { scopes, all_sites, site_ids } = maker.key;
  return grantsOfKey(scopes as Scope[], all_sites ? 'all' : site_ids); // scopes are written by createKey alone
}
