/** Sections, in the order of the site. Hidden ones are marked: nothing of them is served. */
import type { Section } from '../../../src/sdk/client.ts';
import { useCategories } from '../../api/queries.ts';
import { ChoiceField, TextField } from '../../editor/fields.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { useLanguages } from '../../i18n/languages.ts';
import { CheckField, ColorField, FieldGroup, PictureField } from '../../parts/form-fields.tsx';
import { type Noun, nounApi } from '../../parts/noun.ts';
import { NounForm } from '../../parts/noun-form.tsx';
import { NounList } from '../../parts/noun-list.tsx';
import { NounScreen } from '../../parts/noun-screen.tsx';
import { Swatch } from '../../parts/swatch.tsx';
import type { Form } from '../../parts/use-form.ts';
import { articlesAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { type SectionWords, sectionsEn } from './words-en.ts';
import { sectionsFi } from './words-fi.ts';

const WORDS = { en: sectionsEn, fi: sectionsFi } satisfies Record<string, SectionWords>;

const sections: Noun<Section> = {
  key: 'sections',
  nameOf: ({ name }) => name,
  api: (manage, siteId) => nounApi(siteId, 'section', manage.sections),
  required: ['name'],
  blank: {
    id: 0,
    site_id: 0,
    name: '',
    section_url: '',
    full_url: '',
    description: '',
    locale: '',
    order_number: 0,
    show_in_menu: true,
    state: 'public',
    real_time: false,
    category_id: null,
    cover_url: null,
    brand_color: null,
    name_in_menus: null,
    title_text: null,
    open_graph: null,
  },
};

export function Sections() {
  const words = WORDS[useLanguage()];
  const site = useSite();
  const stateOf = ({ state }: Section) => (
    <span className="state" data-state={state === 'public' ? 'published' : 'hidden'}>
      {words[state]}
    </span>
  );
  return (
    <NounScreen
      form={(id) => (
        <NounForm
          head={stateOf}
          id={id}
          key={id}
          noun={sections}
          usesAddress={(section) => `${articlesAddress(site.id)}?section=${section}`}
          words={words}
        >
          {(form) => <Fields form={form} words={words} />}
        </NounForm>
      )}
      list={
        <NounList
          isOrdered
          noun={sections}
          rowOf={(section) => ({
            facts: [
              `/${section.section_url}`,
              section.show_in_menu ? words.inMenu : null,
              section.real_time ? words.realTime : null,
            ],
            picture: <Swatch color={section.brand_color} />,
            state: stateOf(section),
          })}
          words={words}
        />
      }
    />
  );
}

function Fields({ form, words: { fields } }: { form: Form<Section>; words: SectionWords }) {
  const { value, set } = form;
  const { data: categories = [] } = useCategories(useSite().id);
  const languages = useLanguages();
  return (
    <>
      <TextField label={fields.name} {...form.text('name')} />
      <ChoiceField
        label={fields.state}
        onChange={(state) => set({ state: state === 'hidden' ? 'hidden' : 'public' })}
        options={[
          ['public', fields.states.public],
          ['hidden', fields.states.hidden],
        ]}
        problem={form.problem('state')}
        value={value.state}
      />
      <TextField label={fields.description} rows={3} {...form.text('description')} />
      <TextField hint={fields.urlHint} label={fields.url} {...form.text('section_url')} />
      <div className="field-pair">
        <ChoiceField
          label={fields.category}
          onChange={(id) => set({ category_id: id === '' ? null : Number(id) })}
          options={[['', fields.noCategory], ...categories.map(({ id, name }) => [String(id), name] as const)]}
          problem={form.problem('category_id')}
          value={String(value.category_id ?? '')}
        />
        <TextField hint={fields.localeHint} label={fields.locale} options={languages} {...form.text('locale')} />
      </div>
      <CheckField
        label={fields.showInMenu}
        onChange={(show_in_menu) => set({ show_in_menu })}
        value={value.show_in_menu}
      />
      <TextField label={fields.nameInMenus} {...form.optional('name_in_menus')} />
      <CheckField label={fields.realTime} onChange={(real_time) => set({ real_time })} value={value.real_time} />
      <FieldGroup title={fields.look}>
        <PictureField
          label={fields.cover}
          onChange={(cover_url) => set({ cover_url })}
          problem={form.problem('cover_url')}
          value={value.cover_url}
        />
        <ColorField
          label={fields.color}
          onChange={(brand_color) => set({ brand_color })}
          problem={form.problem('brand_color')}
          value={value.brand_color}
        />
        <TextField label={fields.titleText} {...form.optional('title_text')} />
      </FieldGroup>
      <Sharing form={form} words={fields} />
    </>
  );
}

type Graph = NonNullable<Section['open_graph']>;

function Sharing({ form, words }: { form: Form<Section>; words: SectionWords['fields'] }) {
  const graph: Graph = form.value.open_graph ?? {};
  const put = (fields: Graph) => {
    const next = { ...graph, ...fields };
    form.set({ open_graph: Object.values(next).some(Boolean) ? next : null });
  };
  const text = (name: keyof Graph) => ({
    value: graph[name] ?? '',
    onChange: (typed: string) => put({ [name]: typed === '' ? null : typed }),
    problem: form.problemAt(`open_graph/${name}`),
  });
  return (
    <FieldGroup title={words.sharing}>
      <TextField label={words.ogTitle} {...text('og_title')} />
      <TextField label={words.ogDescription} rows={2} {...text('og_description')} />
      <TextField label={words.ogUrl} type="url" {...text('og_url')} />
      <PictureField
        label={words.ogImage}
        onChange={(og_image) => put({ og_image })}
        problem={form.problemAt('open_graph/og_image')}
        value={graph.og_image ?? null}
      />
    </FieldGroup>
  );
}
