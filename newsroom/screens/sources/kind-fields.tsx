/** The settings of feeds, forms and partners. */
import { useState } from 'react';
import type { FormSettings, Source } from '../../../src/sdk/client.ts';
import { TextField } from '../../editor/fields.tsx';
import { CheckField, FieldGroup, NumberField, WordsField } from '../../parts/form-fields.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { Secret } from '../../parts/secret.tsx';
import type { Form } from '../../parts/use-form.ts';
import { FeedPreview } from './feed-preview.tsx';
import { GuestKey } from './guest-key.tsx';
import { consentLines, consentsOf } from './source.ts';
import { useSourceWords } from './words.ts';

type Props = { form: Form<Source> };
const GUEST_FIELDS = ['summary', 'body', 'url', 'author', 'tags', 'cover_url', 'published_at'] as const;

export function FeedFields({ form }: Props) {
  const { fields } = useSourceWords();
  const url = form.value.url ?? '';
  return (
    <>
      <TextField label={fields.url} placeholder="https://" type="url" {...form.optional('url')} />
      <FeedPreview url={url} />
    </>
  );
}

export function FormFields({ form }: Props) {
  const { fields, link } = useSourceWords();
  const settings = form.value.form;
  const [lines, setLines] = useState(() => consentLines(settings?.consents ?? []));
  if (!settings) return null;
  const set = (changed: Partial<FormSettings>) => form.set({ form: { ...settings, ...changed } });
  const path = form.value.form_path;
  return (
    <>
      {path && (
        <>
          <Secret label={link.form} value={`${location.origin}${path}`} />
          <Secret label={link.embed} value={embedOf(path)} />
        </>
      )}
      <TextField
        label={fields.intro}
        onChange={(intro) => set({ intro })}
        problem={form.problemAt('form/intro')}
        rows={2}
        value={settings.intro}
      />
      <TextField
        label={fields.thanks}
        onChange={(thanks) => set({ thanks })}
        problem={form.problemAt('form/thanks')}
        rows={2}
        value={settings.thanks}
      />
      <TextField
        hint={fields.consentsHint}
        label={fields.consents}
        onChange={(typed) => {
          setLines(typed);
          set({ consents: consentsOf(typed) });
        }}
        problem={form.problemAt('form/consents')}
        rows={3}
        value={lines}
      />
      <NumberField
        label={fields.maxFiles}
        min={0}
        onChange={(max_files) => set({ max_files: max_files ?? 0 })}
        problem={form.problemAt('form/max_files')}
        value={settings.max_files}
      />
      <WordsField
        hint={fields.originsHint}
        label={fields.origins}
        onChange={(origins) => set({ origins })}
        problem={form.problemAt('form/origins')}
        value={settings.origins}
      />
      <MomentField label={fields.opens} onChange={(at) => set({ opens_at: at || null })} value={settings.opens_at} />
      <MomentField
        label={fields.closes}
        onChange={(at) => set({ closes_at: at || null })}
        problem={form.problemAt('form/closes_at')}
        value={settings.closes_at}
      />
    </>
  );
}

function embedOf(path: string): string {
  const { origin } = location;
  return `<script type="module" src="${origin}/forms/embed.js"></script><masthead-form src="${origin}${path}"></masthead-form>`;
}

export function GuestFields({ form }: Props) {
  const { fields } = useSourceWords();
  const { value, set, isNew } = form;
  const allowed = value.allowed_fields ?? [...GUEST_FIELDS];
  const toggle = (field: (typeof GUEST_FIELDS)[number], isOn: boolean) => {
    const next = GUEST_FIELDS.filter((one) => (one === field ? isOn : allowed.includes(one)));
    set({ allowed_fields: next.length === GUEST_FIELDS.length ? null : next });
  };
  return (
    <>
      {!isNew && <GuestKey source={value} />}
      <FieldGroup title={fields.allowed}>
        {GUEST_FIELDS.map((field) => (
          <CheckField
            key={field}
            label={fields.guestFields[field]}
            onChange={(isOn) => toggle(field, isOn)}
            value={allowed.includes(field)}
          />
        ))}
      </FieldGroup>
    </>
  );
}
