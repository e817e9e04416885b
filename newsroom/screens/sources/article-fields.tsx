/** What the articles of a source get, and when it may publish them by itself. */

import { useId } from 'react';
import type { Source } from '../../../src/sdk/client.ts';
import { useAuthors, useCategories } from '../../api/queries.ts';
import { ChoiceField, Labelled } from '../../editor/fields.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { CheckField, FieldGroup, WordsField } from '../../parts/form-fields.tsx';
import type { Form } from '../../parts/use-form.ts';
import { useSite } from '../../shell/context.ts';
import { useSourceWords } from './words.ts';

type Props = { form: Form<Source> };

export function ArticleFields({ form }: Props) {
  const { fields } = useSourceWords();
  const site = useSite();
  const { data: categories = [] } = useCategories(site.id);
  const { value, set } = form;
  return (
    <>
      <ChoiceField
        label={fields.category}
        onChange={(id) => set({ category_id: id === '' ? null : Number(id) })}
        options={[['', fields.noCategory], ...categories.map(({ id, name }) => [String(id), name] as const)]}
        problem={form.problem('category_id')}
        value={String(value.category_id ?? '')}
      />
      <Authors form={form} />
      <WordsField
        label={fields.tags}
        onChange={(tags) => set({ tags })}
        problem={form.problem('tags')}
        value={value.tags}
      />
    </>
  );
}

function Authors({ form: { value, set, problem } }: Props) {
  const { fields } = useSourceWords();
  const site = useSite();
  const authors = useAuthors(site.id).data ?? [];
  const chosen = value.author_ids;
  const nameOf = (id: number) => authors.find((author) => author.id === id)?.name ?? String(id);
  const free = authors.filter(({ id }) => !chosen.includes(id));
  return (
    <div className="field-group">
      <ChoiceField
        label={fields.authors}
        onChange={(id) => id !== '' && set({ author_ids: [...chosen, Number(id)] })}
        options={[['', fields.addAuthor], ...free.map(({ id, name }) => [String(id), name] as const)]}
        problem={problem('author_ids')}
        value=""
      />
      {chosen.length > 0 && (
        <ul className="editor-chips">
          {chosen.map((id) => (
            <li key={id}>
              <span>{nameOf(id)}</span>
              <button
                aria-label={fields.removeAuthor(nameOf(id))}
                onClick={() => set({ author_ids: chosen.filter((one) => one !== id) })}
                type="button"
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const DAYS = [1, 2, 3, 4, 5, 6, 7];
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const OFFICE = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' };

/** Outside of it, what would be published waits for an editor. */
export function WindowFields({ form: { value, set, problemAt } }: Props) {
  const { window: words } = useSourceWords();
  const site = useSite();
  const day = new Intl.DateTimeFormat(useLanguage(), { weekday: 'long', timeZone: 'UTC' });
  const { window } = value;
  const change = (changed: object) => window && set({ window: { ...window, ...changed } });
  return (
    <>
      <CheckField
        hint={words.hint}
        label={words.label}
        onChange={(isOn) => set({ window: isOn ? OFFICE : null })}
        value={window !== null}
      />
      {window && (
        <FieldGroup hint={words.zone(window.time_zone ?? site.time_zone)} title={words.title}>
          <div className="window-days">
            {DAYS.map((number) => (
              <CheckField
                key={number}
                label={day.format(MONDAY + (number - 1) * 86_400_000)}
                onChange={(isOn) =>
                  change({ days: DAYS.filter((one) => (one === number ? isOn : window.days.includes(one))) })
                }
                value={window.days.includes(number)}
              />
            ))}
          </div>
          {problemAt('window/days') && <p className="field-problem">{problemAt('window/days')}</p>}
          <ClockField
            label={words.from}
            onChange={(from) => change({ from })}
            problem={problemAt('window/from')}
            value={window.from}
          />
          <ClockField
            hint={words.toHint}
            label={words.to}
            onChange={(to) => change({ to })}
            problem={problemAt('window/to')}
            value={window.to}
          />
        </FieldGroup>
      )}
    </>
  );
}

interface ClockProps {
  label: string;
  hint?: string;
  problem: string | undefined;
  value: string;
  onChange(value: string): void;
}

function ClockField({ value, onChange, ...labelled }: ClockProps) {
  const id = useId();
  return (
    <Labelled id={id} {...labelled}>
      <input
        aria-invalid={labelled.problem ? true : undefined}
        id={id}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        type="time"
        value={value}
      />
    </Labelled>
  );
}
