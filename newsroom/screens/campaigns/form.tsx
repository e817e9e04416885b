/** The form of a campaign, with its trackers. */
import { useSections } from '../../api/queries.ts';
import { ChoiceField, TextField } from '../../editor/fields.tsx';
import { CheckField } from '../../parts/form-fields.tsx';
import { NounForm } from '../../parts/noun-form.tsx';
import type { Form } from '../../parts/use-form.ts';
import { useSite } from '../../shell/context.ts';
import { Flags } from './flag-list.tsx';
import { type CampaignWithTrackers, campaigns } from './noun.ts';
import { Trackers } from './trackers.tsx';
import { useCampaignWords } from './words.ts';

export function CampaignForm({ id }: { id: number | null }) {
  const { form: words } = useCampaignWords();
  return (
    <NounForm id={id} noun={campaigns} words={words}>
      {(form) => (
        <>
          <Flags campaign={form.value} />
          <Fields form={form} />
          {id !== null && <Trackers form={form} />}
        </>
      )}
    </NounForm>
  );
}

function Fields({ form }: { form: Form<CampaignWithTrackers> }) {
  const { fields } = useCampaignWords().form;
  const { data: sections = [] } = useSections(useSite().id);
  const { value, set } = form;
  return (
    <>
      <TextField label={fields.name} {...form.text('name')} />
      <ChoiceField
        hint={fields.sectionHint}
        label={fields.section}
        onChange={(id) => set({ service_section_id: id === '' ? null : Number(id) })}
        options={[['', fields.wholeSite], ...sections.map(({ id, name }) => [String(id), name] as const)]}
        problem={form.problem('service_section_id')}
        value={String(value.service_section_id ?? '')}
      />
      <CheckField
        hint={fields.updatesHint}
        label={fields.updates}
        onChange={(update_enabled) => set({ update_enabled, disabled_by_user: !update_enabled })}
        value={value.update_enabled}
      />
    </>
  );
}
