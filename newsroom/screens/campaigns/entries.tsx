/** The posts of a campaign, or those of a point of a chart. */
import { Link, useLocation, useSearch } from 'wouter';
import { Icon } from '../../icons.tsx';
import { Notice } from '../../shell/states.tsx';
import { Choice } from '../articles/filters.tsx';
import { EntryList, EntrySort, totalOf, useEntries } from './entry-list.tsx';
import { useCampaign } from './queries.ts';
import { useAsked, useFormats, useReader } from './reader.tsx';
import { optionsOf } from './search.ts';
import { useCampaignWords } from './words.ts';

export function Entries() {
  const words = useCampaignWords();
  const { address } = useReader();
  const { data: campaign } = useCampaign();
  const [, navigate] = useLocation();
  const given = new URLSearchParams(useSearch());
  const { network, posts: sort = 'published_at' } = useAsked().search;
  const [start, end] = [instantIn(given, 'start'), instantIn(given, 'end')];
  const formats = useFormats();
  const list = useEntries({ start_date: start, end_date: end, item_type: network, sort });
  const set = (name: string, value: string) => {
    if (value) given.set(name, value);
    else given.delete(name);
    navigate(`${address}/entries?${given}`, { replace: true });
  };
  const total = totalOf(list);
  const isWhole = start === undefined && end === undefined;
  return (
    <div className="sheet">
      <Link className="back-link" href={address}>
        <Icon name="back" />
        {campaign?.name ?? words.list.title}
      </Link>
      <div className="sheet-head">
        <h1>{words.entries.title}</h1>
        <Choice
          isOn={network !== undefined}
          label={words.network}
          onChange={(value) => set('network', value)}
          value={network ?? ''}
        >
          <option value="">{words.allNetworks}</option>
          {optionsOf('network').map((name) => (
            <option key={name} value={name}>
              {words.networks[name]}
            </option>
          ))}
        </Choice>
        <EntrySort onChange={(value) => set('posts', value)} value={sort} />
      </div>
      <p className="note">
        {isWhole ? words.periods.all : [start && formats.moment(start), end && formats.moment(end)].join(' – ')}
        {total !== null && ` · ${words.entries.total(total)}`}
        {network === undefined && ` · ${words.entries.withoutLinkedin}`}
      </p>
      <EntryList
        empty={<Notice hint={words.entries.emptyHint} title={words.entries.empty} />}
        formats={formats}
        list={list}
        title={words.entries.title}
      />
    </div>
  );
}

function instantIn(given: URLSearchParams, name: string): string | undefined {
  const text = given.get(name) ?? '';
  return /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) ? text : undefined;
}
