import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api.ts';
import { useSites } from '../../api/queries.ts';
import { Icon } from '../../icons.tsx';
import { usePerson } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { Choice } from '../articles/filters.tsx';
import { ACTORS, type AuditSearch, type ChangeSearch, cleared, searchText } from './search.ts';
import { useAuditWords } from './words.ts';

const MOST_PEOPLE = 100;

interface FiltersProps {
  search: AuditSearch;
  change: ChangeSearch;
}

/** All of them are in the address. */
export function Filters({ search, change }: FiltersProps) {
  const words = useAuditWords();
  return (
    <fieldset className="audit-filters">
      <legend className="for-readers">{words.filters}</legend>
      <SiteFilter change={change} search={search} />
      <WhoFilter change={change} search={search} />
      <WordFilter change={change} field="action" labels={words.actions} search={search} />
      <WordFilter change={change} field="noun" labels={words.nouns} search={search} />
      <DayFilter change={change} field="from" search={search} />
      <DayFilter change={change} field="to" search={search} />
      <OneFilter change={change} search={search} />
      {searchText(search) !== '' && (
        <button className="link" onClick={() => change(cleared(search))} type="button">
          {words.clear}
        </button>
      )}
    </fieldset>
  );
}

function SiteFilter({ search, change }: FiltersProps) {
  const words = useAuditWords();
  const person = usePerson();
  const { data = [] } = useSites(person);
  const sites = data.filter(({ id }) => mayOn(person, 'audit', 'read', id));
  if (sites.length < 2) return null;
  return (
    <Choice
      isOn={search.site !== undefined}
      label={words.site}
      onChange={(id) => change({ site: id === '' ? undefined : Number(id) })}
      value={search.site ?? ''}
    >
      <option value="">{words.site}</option>
      {sites.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  );
}

/** Kinds of actors, and people by name. */
function WhoFilter({ search: { kind, person }, change }: FiltersProps) {
  const words = useAuditWords();
  const { manage } = useApi();
  const { data: people = [] } = useQuery({
    queryKey: ['people', 'names'],
    queryFn: async ({ signal }) => (await manage.people.list({ count: MOST_PEOPLE, signal })).people,
    staleTime: 60_000,
  });
  const choose = (value: string) => {
    const id = /^\d+$/.test(value) ? Number(value) : undefined;
    change({ person: id, kind: ACTORS.find((one) => one === value) });
  };
  return (
    <Choice
      isOn={kind !== undefined || person !== undefined}
      label={words.who}
      onChange={choose}
      value={person ?? kind ?? ''}
    >
      <option value="">{words.who}</option>
      <optgroup label={words.kinds}>
        {ACTORS.map((one) => (
          <option key={one} value={one}>
            {words.actors[one]}
          </option>
        ))}
      </optgroup>
      <optgroup label={words.people}>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </optgroup>
    </Choice>
  );
}

interface WordFilterProps extends FiltersProps {
  field: 'action' | 'noun';
  labels: Record<string, string>;
}

function WordFilter({ search, change, field, labels }: WordFilterProps) {
  const words = useAuditWords();
  return (
    <Choice
      isOn={search[field] !== undefined}
      label={words[field]}
      onChange={(word) => change({ [field]: word || undefined, ...(field === 'noun' ? { id: undefined } : {}) })}
      value={search[field] ?? ''}
    >
      <option value="">{words[field]}</option>
      {Object.entries(labels).map(([word, label]) => (
        <option key={word} value={word}>
          {label}
        </option>
      ))}
    </Choice>
  );
}

function DayFilter({ search, change, field }: FiltersProps & { field: 'from' | 'to' }) {
  const words = useAuditWords();
  return (
    <label className="day-filter">
      {words[field]}
      <input
        className="chip"
        data-on={search[field] !== undefined}
        onChange={({ currentTarget }) => change({ [field]: currentTarget.value || undefined })}
        type="date"
        value={search[field] ?? ''}
      />
    </label>
  );
}

/** One thing, chosen in an entry about it. */
function OneFilter({ search: { noun, id }, change }: FiltersProps) {
  const words = useAuditWords();
  if (noun === undefined || id === undefined) return null;
  const name = words.onlyOne(words.nouns[noun as keyof typeof words.nouns] ?? noun, id);
  return (
    <button
      aria-label={words.removeFilter(name)}
      aria-pressed
      className="chip"
      onClick={() => change({ id: undefined })}
      type="button"
    >
      {name} <Icon name="close" size={12} />
    </button>
  );
}
