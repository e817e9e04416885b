/** What a rule would have done to past items, before it is saved or switched on. */
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { RuleTrial } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useTimes } from '../../i18n/times.ts';
import { useSite } from '../../shell/context.ts';
import { type Rule, triedRule } from './rule.ts';
import { useRuleWords } from './words.ts';

const MOST_SHOWN = 20;

export function Trial({ rule }: { rule: Rule }) {
  const { trial: words } = useRuleWords();
  const said = useSaid();
  const site = useSite();
  const { manage } = useApi();
  const latest = useRef(rule);
  latest.current = rule;
  const run = useMutation({
    mutationFn: async () =>
      (
        await manage.intakeRules.tryOut(site.id, {
          rule: triedRule(latest.current),
          ...(rule.id === 0 ? {} : { replaces: rule.id }),
        })
      ).trial,
  });
  return (
    <fieldset className="noun-group trial">
      <legend>{words.title}</legend>
      <p className="field-hint">{words.hint}</p>
      <button
        className="button"
        disabled={run.isPending}
        onClick={({ currentTarget }) => {
          // A word without Enter becomes part of the rule as its field loses the focus.
          currentTarget.focus();
          window.setTimeout(() => run.mutate());
        }}
        // If it lost it before, the new word would push the button away under the pointer.
        onMouseDown={(event) => event.preventDefault()}
        type="button"
      >
        {words.run}
      </button>
      <div role="status">
        {run.error && <p className="field-problem">{said.error(run.error)}</p>}
        {run.data && <Result trial={run.data} />}
      </div>
    </fieldset>
  );
}

function Result({ trial: { items, from, to, rules, changed } }: { trial: RuleTrial }) {
  const { trial: words } = useRuleWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  if (items === 0 || from === null || to === null) return <p>{words.none}</p>;
  const own = rules.find(({ id }) => id === null);
  return (
    <>
      <p className="note">{words.window(items, times.moment(from), times.moment(to))}</p>
      {own && (
        <p>
          <strong>{words.matched(own.matched)}</strong> {own.decided > 0 && words.decided(own.decided)}
        </p>
      )}
      {changed.length === 0 ? (
        <p>{words.unchanged}</p>
      ) : (
        <>
          <h3>{words.changed}</h3>
          <ul className="ruled-list">
            {changed.slice(0, MOST_SHOWN).map(({ id, title, state, outcome }) => (
              <li key={id}>
                <span className="row-name">{title}</span>
                <p className="note">{words.would(words.states[state], words.outcomes[outcome])}</p>
              </li>
            ))}
          </ul>
          {changed.length > MOST_SHOWN && <p className="note">{words.more(changed.length - MOST_SHOWN)}</p>}
        </>
      )}
    </>
  );
}
