/** Who a person writes as, by site. */
import type { InvitedByline, PersonRole } from '../../../src/sdk/client.ts';
import { useAuthors } from '../../api/queries.ts';
import { useOwnSites } from './roles.tsx';
import { usePeopleWords } from './words.ts';

interface Props {
  roles: readonly PersonRole[];
  bylines: readonly InvitedByline[];
  onChange(bylines: InvitedByline[]): void;
  /** Whether an author with the name of the person can be made: who is invited has no name yet. */
  isInvited?: boolean;
  problem: string | undefined;
}

/** With a role for all sites, every site would have a field: those are found by name, or set for one site at a time. */
const MOST_SITES = 12;

export function BylineFields({ roles, bylines, onChange, isInvited = false, problem }: Props) {
  const words = usePeopleWords();
  const sites = useWritingSites(roles);
  if (sites.length === 0) return null;
  return (
    <fieldset className="role-fields">
      <legend>{words.bylines}</legend>
      {sites.map(({ id, name }) => (
        <BylineField
          byline={bylines.find(({ site_id }) => site_id === id)}
          isInvited={isInvited}
          key={id}
          onChange={(byline) =>
            onChange([...bylines.filter(({ site_id }) => site_id !== id), ...(byline ? [byline] : [])])
          }
          site={{ id, name }}
        />
      ))}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <p className="note">{words.bylinesHint}</p>
    </fieldset>
  );
}

/** The sites of the caller on which these roles let a person write. */
export function useWritingSites(roles: readonly PersonRole[]): { id: number; name: string }[] {
  const own = useOwnSites();
  const writing = roles.filter(({ role }) => role !== 'analyst').map(({ site_id }) => site_id);
  return own
    .flatMap(({ id, name }) => (id !== null && (writing.includes(id) || writing.includes(null)) ? [{ id, name }] : []))
    .slice(0, MOST_SITES);
}

const NONE = '';
const NEW = 'new';

interface FieldProps {
  site: { id: number; name: string };
  byline: InvitedByline | undefined;
  isInvited: boolean;
  onChange(byline: InvitedByline | undefined): void;
}

function BylineField({ site, byline, isInvited, onChange }: FieldProps) {
  const words = usePeopleWords();
  const { data: authors = [] } = useAuthors(site.id);
  const choose = (value: string) =>
    onChange(value === NONE ? undefined : { site_id: site.id, author_id: value === NEW ? null : Number(value) });
  return (
    <div className="byline-row">
      <span>{site.name}</span>
      <select
        aria-label={words.bylineOn(site.name)}
        className="field"
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        value={byline ? (byline.author_id ?? NEW) : NONE}
      >
        {isInvited && <option value={NEW}>{words.newByline}</option>}
        <option value={NONE}>{words.noByline}</option>
        {authors.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
