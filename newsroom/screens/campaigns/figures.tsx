/** The figures of the whole period, each with its definition, and how much they have changed. */
import { memo } from 'react';
import type { Timeseries } from '../../../src/sdk/client.ts';
import { Figure } from './data-table.tsx';
import type { Defined } from './definitions.ts';
import { useDefinitions } from './queries.ts';
import { useFormats } from './reader.tsx';
import { optionsOf } from './search.ts';
import { useCampaignWords } from './words.ts';

export const Figures = memo(function Figures({ series: { total, comparison } }: { series: Timeseries }) {
  const words = useCampaignWords();
  const definitions = useDefinitions();
  const formats = useFormats();
  return (
    <dl className="figures">
      {optionsOf('figure').map((name) => {
        const before = comparison?.total[name];
        return (
          <div data-figure={name} key={name}>
            <dt>{words.figures[name]}</dt>
            <dd className="figure-value">
              <Figure formats={formats} value={total[name]} />
            </dd>
            {before !== undefined && (
              <dd className="figure-change">
                {formats.change(total[name], before) ?? words.noChange}
                <span>
                  {words.before} <Figure formats={formats} value={before} />
                </span>
              </dd>
            )}
            <Definition of={definitions.get(name)} />
          </div>
        );
      })}
    </dl>
  );
});

export function Definition({ of }: { of: Defined | undefined }) {
  return (
    <dd className="figure-definition" lang={of?.lang}>
      {of?.text}
    </dd>
  );
}
