/** Period, comparison, time zone and network: all in the address. */
import { memo, useId, useState } from 'react';
import { zonesWith } from '../../i18n/zones.ts';
import { Options } from '../../parts/options.tsx';
import { Choice } from '../articles/filters.tsx';
import { useAsked, useDashboardSearch } from './reader.tsx';
import { optionsOf } from './search.ts';
import { useCampaignWords } from './words.ts';

export const Controls = memo(function Controls() {
  const words = useCampaignWords();
  const [search, change] = useDashboardSearch();
  const { days, zone } = useAsked();
  const period = search.period ?? (days ? 'days' : 'all');
  const choosePeriod = (value: string) => {
    const known = optionsOf('period').find((one) => one === value);
    // Own days begin with those that are shown.
    change({
      period: known,
      from: value === 'days' ? days?.from : undefined,
      to: value === 'days' ? days?.to : undefined,
    });
  };
  const setDay = (name: 'from' | 'to', value: string) => {
    if (!value) return;
    const from = name === 'from' ? value : (days?.from ?? value);
    const to = name === 'to' ? value : (days?.to ?? value);
    change({ period: undefined, from: from <= to ? from : value, to: from <= to ? to : value });
  };
  return (
    <fieldset className="dashboard-controls">
      <legend className="for-readers">{words.controls}</legend>
      <Choice isOn={period !== 'all'} label={words.period} onChange={choosePeriod} value={period}>
        <option value="all">{words.periods.all}</option>
        {optionsOf('period').map((name) => (
          <option key={name} value={name}>
            {words.periods[name]}
          </option>
        ))}
        {period === 'days' && <option value="days">{words.periods.days}</option>}
      </Choice>
      {(['from', 'to'] as const).map((name) => (
        <label className="day-filter" key={name}>
          {words[name]}
          <input
            className="chip"
            data-on={search.from !== undefined}
            onChange={({ currentTarget }) => setDay(name, currentTarget.value)}
            type="date"
            value={days?.[name] ?? ''}
          />
        </label>
      ))}
      {days && (
        <Choice
          isOn={search.compare !== undefined}
          label={words.comparison}
          onChange={(name) => change({ compare: optionsOf('compare').find((one) => one === name) })}
          value={search.compare ?? ''}
        >
          <option value="">{words.comparisons.none}</option>
          {optionsOf('compare').map((name) => (
            <option key={name} value={name}>
              {words.comparisons[name]}
            </option>
          ))}
        </Choice>
      )}
      <Choice
        isOn={search.network !== undefined}
        label={words.network}
        onChange={(name) => change({ network: optionsOf('network').find((one) => one === name) })}
        value={search.network ?? ''}
      >
        <option value="">{words.allNetworks}</option>
        {optionsOf('network').map((name) => (
          <option key={name} value={name}>
            {words.networks[name]}
          </option>
        ))}
      </Choice>
      <ZoneField onChange={(tz) => change({ tz })} zone={zone} />
    </fieldset>
  );
});

/** Zones are many: typed, with suggestions, which are made for those who type. */
function ZoneField({ zone, onChange }: { zone: string; onChange(zone: string): void }) {
  const words = useCampaignWords();
  const id = useId();
  const [zones, setZones] = useState<string[]>([]);
  return (
    <label className="day-filter">
      {words.zone}
      <input
        className="chip"
        defaultValue={zone}
        key={zone}
        list={id}
        onChange={({ currentTarget }) => zones.includes(currentTarget.value) && onChange(currentTarget.value)}
        onFocus={({ currentTarget }) => {
          setZones(zonesWith('UTC'));
          currentTarget.select();
        }}
      />
      <Options id={id} options={zones.map((name) => [name, name] as const)} />
    </label>
  );
}
