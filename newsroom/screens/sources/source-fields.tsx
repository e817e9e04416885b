/** The settings of a source: those of all kinds, and those of its own. */
import { lazy } from 'react';
import type { Source } from '../../../src/sdk/client.ts';
import { useSections } from '../../api/queries.ts';
import { ChoiceField, TextField } from '../../editor/fields.tsx';
import { CheckField, NumberField } from '../../parts/form-fields.tsx';
import type { Form } from '../../parts/use-form.ts';
import { useSite } from '../../shell/context.ts';
import { ArticleFields, WindowFields } from './article-fields.tsx';
import { EmailFields } from './email-fields.tsx';
import { FeedFields, FormFields, GuestFields } from './kind-fields.tsx';
import { hasPace, isPolled, KINDS, settingsOf } from './source.ts';
import { useSourceWords } from './words.ts';

const TrackerFields = lazy(async () => ({ default: (await import('./tracker-fields.tsx')).TrackerFields }));
const MINUTE_S = 60;

export function SourceFields({ form }: { form: Form<Source> }) {
  const { fields, kinds, kindHints } = useSourceWords();
  const site = useSite();
  const { data: sections = [] } = useSections(site.id);
  const { value, set, isNew } = form;
  return (
    <>
      {isNew && (
        <ChoiceField
          hint={kindHints[value.kind]}
          label={fields.kind}
          onChange={(chosen) => set(settingsOf(KINDS.find((kind) => kind === chosen) ?? 'feed'))}
          options={KINDS.map((kind) => [kind, kinds[kind]] as const)}
          value={value.kind}
        />
      )}
      {value.kind === 'feed' && <FeedFields form={form} />}
      <TextField
        hint={value.kind === 'feed' ? fields.nameHint : undefined}
        label={fields.name}
        {...form.text('name')}
      />
      <ChoiceField
        label={fields.section}
        onChange={(id) => set({ section_id: Number(id) })}
        options={sections.map(({ id, name }) => [String(id), name] as const)}
        problem={form.problem('section_id')}
        value={String(value.section_id)}
      />
      {value.kind === 'email' && <EmailFields form={form} />}
      {value.kind === 'upload_form' && <FormFields form={form} />}
      {value.kind === 'guest_api' && <GuestFields form={form} />}
      {value.kind === 'media_tracker' && <TrackerFields form={form} />}
      <ChoiceField
        label={fields.approval}
        onChange={(approval) => set({ approval: approval === 'auto' ? 'auto' : 'hold' })}
        options={[
          ['hold', fields.hold],
          ['auto', fields.auto],
        ]}
        value={value.approval}
      />
      {value.approval === 'auto' && <WindowFields form={form} />}
      {value.kind !== 'upload_form' && value.kind !== 'email' && (
        <ChoiceField
          label={fields.updates}
          onChange={(policy) => set({ update_policy: policy === 'ignore' ? 'ignore' : 'apply' })}
          options={[
            ['apply', fields.apply],
            ['ignore', fields.ignore],
          ]}
          value={value.update_policy}
        />
      )}
      {hasPace(value.kind) && (
        <NumberField
          label={fields.interval}
          min={5}
          onChange={(minutes) => set({ min_interval: (minutes ?? 0) * MINUTE_S })}
          problem={form.problem('min_interval')}
          value={value.min_interval === 0 ? null : value.min_interval / MINUTE_S}
        />
      )}
      {isPolled(value) && isNew && (
        <NumberField
          label={fields.backlog}
          min={0}
          onChange={(backlog) => set({ backlog: backlog ?? 0 })}
          problem={form.problem('backlog')}
          value={value.backlog}
        />
      )}
      <ArticleFields form={form} />
      <CheckField
        hint={fields.activeHint}
        label={fields.active}
        onChange={(active) => set({ active })}
        value={value.active}
      />
    </>
  );
}
