/** Pages: texts that stay. */
import type { Page } from '../../../src/sdk/client.ts';
import { ChoiceField, TextField } from '../../editor/fields.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { CheckField, FieldGroup, PictureField } from '../../parts/form-fields.tsx';
import { HtmlField } from '../../parts/html-field.tsx';
import { type Noun, nounApi } from '../../parts/noun.ts';
import { NounForm } from '../../parts/noun-form.tsx';
import { NounList } from '../../parts/noun-list.tsx';
import { NounScreen } from '../../parts/noun-screen.tsx';
import type { Form } from '../../parts/use-form.ts';
import { type PageWords, pagesEn } from './words-en.ts';
import { pagesFi } from './words-fi.ts';

const WORDS = { en: pagesEn, fi: pagesFi } satisfies Record<string, PageWords>;
const VISIBILITIES = ['private', 'public', 'unlisted'] as const;

const pages: Noun<Page> = {
  key: 'pages',
  nameOf: ({ name }) => name,
  api: (manage, siteId) => nounApi(siteId, 'page', manage.pages),
  required: ['name'],
  blank: {
    id: 0,
    site_id: 0,
    name: '',
    menu_name: '',
    url: '',
    body: '',
    summary: null,
    meta_title: null,
    cover_url: null,
    show_in_menu: true,
    visibility: 'private',
  },
};

export function Pages() {
  const words = WORDS[useLanguage()];
  const list = (
    <NounList
      noun={pages}
      rowOf={({ url, show_in_menu, visibility }) => ({
        facts: [`/${url}`, show_in_menu ? words.inMenu : null],
        state: (
          <span className="state" data-state={visibility === 'public' ? 'published' : 'draft'}>
            {words.visibility[visibility]}
          </span>
        ),
      })}
      words={words}
    />
  );
  return (
    <NounScreen
      form={(id) => (
        <NounForm id={id} key={id} noun={pages} words={words}>
          {(form) => <Fields form={form} words={words} />}
        </NounForm>
      )}
      list={list}
    />
  );
}

function Fields({ form, words: { fields } }: { form: Form<Page>; words: PageWords }) {
  const { value, set } = form;
  return (
    <>
      <TextField label={fields.name} {...form.text('name')} />
      <HtmlField form={form} label={fields.body} name="body" />
      <ChoiceField
        label={fields.visibility}
        onChange={(visibility) => set({ visibility: visibility as Page['visibility'] })} // one of the options
        options={VISIBILITIES.map((one) => [one, fields.visibilities[one]] as const)}
        problem={form.problem('visibility')}
        value={value.visibility}
      />
      <CheckField
        label={fields.showInMenu}
        onChange={(show_in_menu) => set({ show_in_menu })}
        value={value.show_in_menu}
      />
      <TextField hint={fields.menuNameHint} label={fields.menuName} {...form.text('menu_name')} />
      <TextField hint={fields.urlHint} label={fields.url} {...form.text('url')} />
      <FieldGroup title={fields.sharing}>
        <TextField label={fields.metaTitle} {...form.optional('meta_title')} />
        <TextField label={fields.summary} rows={3} {...form.optional('summary')} />
        <PictureField
          label={fields.cover}
          onChange={(cover_url) => set({ cover_url })}
          problem={form.problem('cover_url')}
          value={value.cover_url}
        />
      </FieldGroup>
    </>
  );
}
