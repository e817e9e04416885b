/** Rules of intake: their order, their conditions, and what they would have done. */
import { useMemo } from 'react';
import { useSections } from '../../api/queries.ts';
import { ChoiceField, TextField } from '../../editor/fields.tsx';
import { CheckField, WordsField } from '../../parts/form-fields.tsx';
import { useNounList } from '../../parts/noun.ts';
import { NounForm } from '../../parts/noun-form.tsx';
import { NounList } from '../../parts/noun-list.tsx';
import { NounScreen } from '../../parts/noun-screen.tsx';
import type { Form } from '../../parts/use-form.ts';
import { useSite } from '../../shell/context.ts';
import { Waiting } from '../../shell/states.tsx';
import { useSources } from '../inbox/queue.ts';
import { IntakeTabs } from '../sources/intake-tabs.tsx';
import { Conditions } from './conditions.tsx';
import { type Rule, rules, summaryOf } from './rule.ts';
import { Trial } from './trial.tsx';
import { useRuleWords } from './words.ts';

const ACTIONS = ['publish', 'hold', 'reject', 'tag', 'move'] as const;

export function Rules() {
  const words = useRuleWords();
  const sources = useSources();
  const nameOf = (id: number) => sources.find((source) => source.id === id)?.name;
  return (
    <NounScreen
      form={(id) => <RuleForm id={id} key={id} />}
      list={
        <NounList
          isOrdered
          noun={rules}
          rowOf={(rule) => ({
            facts: [
              words.actions[rule.action],
              rule.source_id === null ? words.fields.allSources : nameOf(rule.source_id),
              summaryOf(rule.match, words.summary).join(', ') || words.every,
            ],
            state: rule.active ? undefined : words.off,
          })}
          tabs={<IntakeTabs />}
          words={words}
        />
      }
    />
  );
}

function RuleFields({ form }: { form: Form<Rule> }) {
  const { fields, actions } = useRuleWords();
  const site = useSite();
  const sources = useSources();
  const { data: sections = [] } = useSections(site.id);
  const { value, set } = form;
  return (
    <>
      <TextField hint={fields.nameHint} label={fields.name} {...form.text('name')} />
      <ChoiceField
        label={fields.source}
        onChange={(id) => set({ source_id: id === '' ? null : Number(id) })}
        options={[['', fields.allSources], ...sources.map(({ id, name }) => [String(id), name] as const)]}
        problem={form.problem('source_id')}
        value={String(value.source_id ?? '')}
      />
      <Conditions form={form} />
      <ChoiceField
        label={fields.action}
        onChange={(action) => set({ action: ACTIONS.find((one) => one === action) ?? 'hold' })}
        options={ACTIONS.map((action) => [action, actions[action]] as const)}
        value={value.action}
      />
      {value.action === 'tag' && (
        <WordsField
          label={fields.tags}
          onChange={(tags) => set({ tags })}
          problem={form.problem('tags')}
          value={value.tags}
        />
      )}
      {value.action === 'move' && (
        <ChoiceField
          label={fields.section}
          onChange={(id) => set({ section_id: id === '' ? null : Number(id) })}
          options={[['', fields.noSection], ...sections.map(({ id, name }) => [String(id), name] as const)]}
          problem={form.problem('section_id')}
          value={String(value.section_id ?? '')}
        />
      )}
      <CheckField label={fields.active} onChange={(active) => set({ active })} value={value.active} />
      <Trial rule={value} />
    </>
  );
}

const STEP = 10;

/** A new rule runs after the others. */
function RuleForm({ id }: { id: number | null }) {
  const words = useRuleWords();
  const { data: others } = useNounList(rules);
  const position = Math.max(0, ...(others ?? []).map((rule) => rule.position)) + STEP;
  const noun = useMemo(() => ({ ...rules, blank: { ...rules.blank, position, order_number: position } }), [position]);
  if (!others) return <Waiting />;
  return (
    <NounForm id={id} noun={noun} words={words}>
      {(form) => <RuleFields form={form} />}
    </NounForm>
  );
}
