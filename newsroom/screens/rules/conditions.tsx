/** The conditions of a rule: those that are empty are left out. */
import { ChoiceField } from '../../editor/fields.tsx';
import { FieldGroup, NumberField, WordsField } from '../../parts/form-fields.tsx';
import type { Form } from '../../parts/use-form.ts';
import { matchWith, type Rule } from './rule.ts';
import { useRuleWords } from './words.ts';

const CHOICES = ['any', 'yes', 'no'] as const;
type Lists = 'words' | 'people' | 'domains' | 'languages';
type Numbers = 'older_than_hours' | 'min_followers' | 'max_followers' | 'daily_cap';
type Flags = 'has_image' | 'is_reply';

export function Conditions({ form }: { form: Form<Rule> }) {
  const { fields } = useRuleWords();
  const given = form.value.match;
  const match = (changed: Parameters<typeof matchWith>[1]) => form.set({ match: matchWith(given, changed) });
  const list = (name: Lists) => ({
    onChange: (values: string[]) => match({ [name]: values }),
    problem: form.problemAt(`match/${name}`),
    value: given[name] ?? [],
  });
  const number = (name: Numbers) => ({
    onChange: (value: number | null) => match({ [name]: value }),
    problem: form.problemAt(`match/${name}`),
    value: given[name] ?? null,
  });
  const choice = (name: Flags, labels: Record<(typeof CHOICES)[number], string>) => ({
    onChange: (chosen: string) => match({ [name]: chosen === 'any' ? undefined : chosen === 'yes' }),
    options: CHOICES.map((one) => [one, labels[one]] as const),
    value: given[name] === undefined ? 'any' : given[name] ? 'yes' : 'no',
  });
  return (
    <FieldGroup hint={fields.conditionsHint} title={fields.conditions}>
      <WordsField hint={fields.wordsHint} label={fields.words} {...list('words')} />
      <WordsField label={fields.people} {...list('people')} />
      <WordsField label={fields.domains} {...list('domains')} />
      <WordsField
        hint={fields.languagesHint}
        label={fields.languages}
        {...list('languages')}
        onChange={(languages) => match({ languages: languages.map((one) => one.toLowerCase()) })}
      />
      <ChoiceField label={fields.image} {...choice('has_image', fields.images)} />
      <ChoiceField label={fields.reply} {...choice('is_reply', fields.replies)} />
      <NumberField hint={fields.followersHint} label={fields.minFollowers} min={0} {...number('min_followers')} />
      <NumberField label={fields.maxFollowers} min={0} {...number('max_followers')} />
      <NumberField label={fields.older} min={1} {...number('older_than_hours')} />
      <NumberField label={fields.cap} min={1} {...number('daily_cap')} />
    </FieldGroup>
  );
}
