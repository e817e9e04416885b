/** Article categories, in the order of the site. */
import type { ArticleCategory } from '../../../src/sdk/client.ts';
import { TextField } from '../../editor/fields.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { ColorField } from '../../parts/form-fields.tsx';
import { type Noun, nounApi } from '../../parts/noun.ts';
import { NounForm } from '../../parts/noun-form.tsx';
import { NounList } from '../../parts/noun-list.tsx';
import { NounScreen } from '../../parts/noun-screen.tsx';
import { Swatch } from '../../parts/swatch.tsx';
import { articlesAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { type CategoryWords, categoriesEn } from './words-en.ts';
import { categoriesFi } from './words-fi.ts';

const WORDS = { en: categoriesEn, fi: categoriesFi } satisfies Record<string, CategoryWords>;

const categories: Noun<ArticleCategory> = {
  key: 'categories',
  nameOf: ({ name }) => name,
  api: (manage, siteId) => nounApi(siteId, 'category', manage.articleCategories),
  required: ['name'],
  blank: { id: 0, name: '', category_url: '', order_number: 0, color: null },
};

export function Categories() {
  const words = WORDS[useLanguage()];
  const { fields } = words;
  const site = useSite();
  return (
    <NounScreen
      form={(id) => (
        <NounForm
          id={id}
          key={id}
          noun={categories}
          usesAddress={(category) => `${articlesAddress(site.id)}?category=${category}`}
          words={words}
        >
          {(form) => (
            <>
              <TextField label={fields.name} {...form.text('name')} />
              <TextField hint={fields.urlHint} label={fields.url} {...form.text('category_url')} />
              <ColorField
                label={fields.color}
                onChange={(color) => form.set({ color })}
                problem={form.problem('color')}
                value={form.value.color}
              />
            </>
          )}
        </NounForm>
      )}
      list={
        <NounList
          isOrdered
          noun={categories}
          rowOf={({ category_url, color }) => ({ facts: [`/${category_url}`], picture: <Swatch color={color} /> })}
          words={words}
        />
      }
    />
  );
}
