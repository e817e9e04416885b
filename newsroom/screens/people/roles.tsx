/** Roles in words, and the fields that change them. */
import type { PersonRole } from '../../../src/sdk/client.ts';
import { useSites } from '../../api/queries.ts';
import { Icon } from '../../icons.tsx';
import { usePerson } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { usePeopleWords } from './words.ts';

export const ROLES = ['owner', 'editor', 'author', 'analyst'] as const;
type Role = (typeof ROLES)[number];

/** `Editor, Harbour Post` */
export function useRoleText(): (role: PersonRole) => string {
  const words = usePeopleWords();
  const { data: sites = [] } = useSites(usePerson());
  return ({ site_id, role }) => {
    const site = sites.find(({ id }) => id === site_id)?.name;
    const where = site_id === null ? words.allSites : (site ?? words.otherSite(site_id));
    return words.roleOn(words.roles[role], where);
  };
}

/** The sites on which the signed-in person gives roles: null stands for all of them. */
export function useOwnSites(): { id: number | null; name: string }[] {
  const words = usePeopleWords();
  const person = usePerson();
  const { data: sites = [] } = useSites(person);
  const ownsAll = person.roles.some(({ site_id, role }) => site_id === null && role === 'owner');
  const own = sites.filter(({ id }) => mayOn(person, 'people', 'write', id));
  return [...(ownsAll ? [{ id: null, name: words.allSitesChoice }] : []), ...own];
}

interface RoleFieldsProps {
  roles: readonly PersonRole[];
  onChange: (roles: PersonRole[]) => void;
  problem: string | undefined;
}

export function RoleFields({ roles, onChange, problem }: RoleFieldsProps) {
  const words = usePeopleWords();
  const text = useRoleText();
  const sites = useOwnSites();
  const free = sites.filter(({ id }) => !roles.some(({ site_id }) => site_id === id));
  const replace = (at: number, change: Partial<PersonRole>) =>
    onChange(roles.map((role, index) => (index === at ? { ...role, ...change } : role)));
  const add = () => {
    const [site] = free.filter(({ id }) => id !== null).concat(free);
    if (site) onChange([...roles, { site_id: site.id, role: 'editor' }]);
  };
  const hints = ROLES.filter((role) => roles.some((one) => one.role === role));
  return (
    <fieldset className="role-fields">
      <legend>{words.rolesTitle}</legend>
      {roles.length === 0 && <p className="note">{words.noRole}</p>}
      {roles.map((role, at) => (
        <div className="role-row" key={String(role.site_id)}>
          <select
            aria-label={words.role}
            className="field"
            onChange={({ currentTarget }) => replace(at, { role: currentTarget.value as Role })} // one of the options
            value={role.role}
          >
            {ROLES.map((name) => (
              <option key={name} value={name}>
                {words.roles[name]}
              </option>
            ))}
          </select>
          <select
            aria-label={words.site}
            className="field"
            onChange={({ currentTarget: { value } }) => replace(at, { site_id: value === '' ? null : Number(value) })}
            value={role.site_id ?? ''}
          >
            {sites
              .filter(({ id }) => id === role.site_id || free.some((one) => one.id === id))
              .map(({ id, name }) => (
                <option key={id} value={id ?? ''}>
                  {name}
                </option>
              ))}
          </select>
          <button
            aria-label={words.removeRole(text(role))}
            className="icon-button"
            onClick={() => onChange(roles.filter((_, index) => index !== at))}
            type="button"
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {free.length > 0 && (
        <button className="button" onClick={add} type="button">
          {words.addRole}
        </button>
      )}
      {hints.map((role) => (
        <p className="note" key={role}>
          {words.roleHints[role]}
        </p>
      ))}
    </fieldset>
  );
}
