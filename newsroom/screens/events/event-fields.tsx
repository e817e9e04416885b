import type { Event } from '../../../src/sdk/client.ts';
import { ChoiceField, TextField } from '../../editor/fields.tsx';
import { useLanguages } from '../../i18n/languages.ts';
import { CheckField, FieldGroup, PictureField, WordsField } from '../../parts/form-fields.tsx';
import { HtmlField } from '../../parts/html-field.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { spanFor, startMoved } from '../../parts/moments.ts';
import type { Form } from '../../parts/use-form.ts';
import { useSite } from '../../shell/context.ts';
import { Images } from './images.tsx';
import type { EventWords } from './words-en.ts';

interface FieldsProps {
  form: Form<Event>;
  words: EventWords['fields'];
}

export function EventFields({ form, words }: FieldsProps) {
  const { value, set } = form;
  const languages = useLanguages();
  return (
    <>
      <TextField label={words.name} {...form.text('name')} />
      <Times form={form} words={words} />
      <TextField label={words.summary} rows={2} {...form.text('summary')} />
      <HtmlField form={form} label={words.description} name="description" />
      <CheckField
        hint={words.publishedHint}
        label={words.published}
        onChange={(isOn) => set({ published_at: isOn ? new Date().toISOString() : null })}
        value={value.published_at !== null}
      />
      {value.published_at !== null && (
        <MomentField
          label={words.publishedAt}
          onChange={(published_at) => set({ published_at })}
          problem={form.problem('published_at')}
          value={value.published_at}
        />
      )}
      <Place form={form} words={words} />
      <FieldGroup title={words.organizer}>
        <TextField
          label={words.organizerName}
          onChange={(name) => set({ organizer: { ...value.organizer, name: name === '' ? null : name } })}
          problem={form.problem('organizer')}
          value={value.organizer?.name ?? ''}
        />
      </FieldGroup>
      <Admission form={form} words={words} />
      <FieldGroup title={words.pictures}>
        <PictureField
          label={words.cover}
          onChange={(cover_url) => set({ cover_url })}
          problem={form.problem('cover_url')}
          value={value.cover_url}
        />
        <Images form={form} words={words} />
      </FieldGroup>
      <FieldGroup title={words.words}>
        <div className="field-grid">
          {(['tags', 'categories', 'themes', 'languages'] as const).map((name) => (
            <WordsField
              key={name}
              label={words[name]}
              onChange={(list) => set({ [name]: list })}
              options={name === 'languages' ? languages : undefined}
              problem={form.problem(name)}
              value={value[name]}
            />
          ))}
        </div>
      </FieldGroup>
    </>
  );
}

/** An end that was not set apart follows the start. */
function Times({ form, words }: FieldsProps) {
  const { value, set } = form;
  const { time_zone: zone } = useSite();
  const isDay = value.all_day;
  return (
    <FieldGroup title={words.time}>
      <CheckField
        hint={words.allDayHint(zone)}
        label={words.allDay}
        onChange={(all_day) => set({ all_day, ...spanFor(all_day, value, zone) })}
        value={isDay}
      />
      <div className="field-pair">
        <MomentField
          isDay={isDay}
          label={isDay ? words.firstDay : words.start}
          onChange={(start) => set(startMoved(isDay ? spanFor(true, value, zone) : value, start))}
          problem={form.problem('start_date')}
          value={value.start_date}
        />
        <MomentField
          isDay={isDay}
          label={isDay ? words.lastDay : words.end}
          onChange={(end_date) => set({ end_date })}
          problem={form.problem('end_date')}
          value={value.end_date}
        />
      </div>
    </FieldGroup>
  );
}

type Location = NonNullable<Event['location']>;

function Place({ form, words }: FieldsProps) {
  const location: Location = form.value.location ?? {};
  const names = Object.keys(words.location) as (keyof EventWords['fields']['location'])[];
  const put = (name: keyof Location, text: string) => {
    const next = { ...location, [name]: text.trim() === '' ? null : text };
    // The service removes a place without any field.
    form.set({ location: next });
  };
  return (
    <FieldGroup hint={words.placeHint} title={words.place}>
      <div className="field-grid">
        {names.map((name) => (
          <TextField
            key={name}
            label={words.location[name]}
            onChange={(text) => put(name, text)}
            problem={form.problemAt(`location/${name}`)}
            value={String(location[name] ?? '')}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

function Admission({ form, words }: FieldsProps) {
  const { value, set } = form;
  const free = value.free_admission === null ? 'unknown' : value.free_admission ? 'yes' : 'no';
  return (
    <FieldGroup title={words.registration}>
      <ChoiceField
        label={words.free}
        onChange={(choice) => set({ free_admission: choice === 'unknown' ? null : choice === 'yes' })}
        options={(['unknown', 'yes', 'no'] as const).map((one) => [one, words.frees[one]] as const)}
        problem={form.problem('free_admission')}
        value={free}
      />
      <TextField label={words.tickets} rows={2} {...form.optional('tickets')} />
      <TextField label={words.signup} type="url" {...form.optional('signup')} />
      <MomentField
        label={words.deadline}
        onChange={(at) => set({ registration_deadline: at || null })}
        problem={form.problem('registration_deadline')}
        value={value.registration_deadline}
      />
    </FieldGroup>
  );
}
