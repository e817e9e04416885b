/** Authors: the names under articles, in the order of the site. */
import type { Author } from '../../../src/sdk/client.ts';
import { TextField } from '../../editor/fields.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { FieldGroup, PictureField, WordsField } from '../../parts/form-fields.tsx';
import { HtmlField } from '../../parts/html-field.tsx';
import { type Noun, nounApi } from '../../parts/noun.ts';
import { NounForm } from '../../parts/noun-form.tsx';
import { NounList } from '../../parts/noun-list.tsx';
import { NounScreen } from '../../parts/noun-screen.tsx';
import { usePictures } from '../../parts/pictures.ts';
import type { Form } from '../../parts/use-form.ts';
import { articlesAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { type AuthorWords, authorsEn } from './words-en.ts';
import { authorsFi } from './words-fi.ts';

const WORDS = { en: authorsEn, fi: authorsFi } satisfies Record<string, AuthorWords>;

const authors: Noun<Author> = {
  key: 'authors',
  nameOf: ({ firstname, lastname }) => `${firstname} ${lastname}`.trim(),
  api: (manage, siteId) => nounApi(siteId, 'author', manage.authors),
  required: ['firstname', 'lastname'],
  blank: {
    id: 0,
    firstname: '',
    lastname: '',
    name: '',
    job_title: '',
    about: '',
    short_description: '',
    avatar: '',
    links: {},
    order_number: 0,
    tags: [],
  },
};

export function Authors() {
  const words = WORDS[useLanguage()];
  const site = useSite();
  return (
    <NounScreen
      form={(id) => (
        <NounForm
          id={id}
          key={id}
          noun={authors}
          usesAddress={(author) => `${articlesAddress(site.id)}?author=${author}`}
          words={words}
        >
          {(form) => <Fields form={form} words={words} />}
        </NounForm>
      )}
      list={
        <NounList
          isOrdered
          noun={authors}
          rowOf={({ job_title, avatar, tags }) => ({
            facts: [job_title, tags.join(', ')],
            picture: <Avatar address={avatar} />,
          })}
          words={words}
        />
      }
    />
  );
}

function Avatar({ address }: { address: string }) {
  const { thumb } = usePictures();
  if (!address) return <span className="noun-avatar" />;
  return <img alt="" className="noun-avatar" loading="lazy" src={thumb(address, 96, 96)} />;
}

function Fields({ form, words: { fields } }: { form: Form<Author>; words: AuthorWords }) {
  const { value, set } = form;
  return (
    <>
      <div className="field-pair">
        <TextField label={fields.firstname} {...form.text('firstname')} />
        <TextField label={fields.lastname} {...form.text('lastname')} />
      </div>
      <TextField label={fields.jobTitle} {...form.text('job_title')} />
      <TextField label={fields.shortDescription} rows={2} {...form.text('short_description')} />
      <PictureField
        label={fields.avatar}
        onChange={(avatar) => set({ avatar: avatar ?? '' })}
        problem={form.problem('avatar')}
        value={value.avatar}
      />
      <HtmlField form={form} label={fields.about} name="about" />
      <Links form={form} words={fields} />
      <WordsField
        label={fields.tags}
        onChange={(tags) => set({ tags })}
        problem={form.problem('tags')}
        value={value.tags}
      />
    </>
  );
}

/** The usual ones, and those that the author has under other names. */
function Links({ form, words }: { form: Form<Author>; words: AuthorWords['fields'] }) {
  const { links } = form.value;
  const names: Record<string, string> = words.names;
  const others = Object.keys(links).filter((name) => !(name in names));
  const put = (name: string, text: string) => {
    const { [name]: _, ...rest } = links;
    form.set({ links: text.trim() === '' ? rest : { ...rest, [name]: text.trim() } });
  };
  return (
    <FieldGroup hint={words.linksHint} title={words.links}>
      <div className="field-grid">
        {[...Object.keys(names), ...others].map((name) => (
          <TextField
            key={name}
            label={names[name] ?? name}
            onChange={(text) => put(name, text)}
            problem={form.problemAt(`links/${name}`)}
            value={links[name] ?? ''}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
