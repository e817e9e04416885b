/** Issues: numbered editions, each with its articles in an order. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Issue } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { TextField } from '../../editor/fields.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { useTimes } from '../../i18n/times.ts';
import { Icon } from '../../icons.tsx';
import { ArticleOrder } from '../../parts/article-order/article-order.tsx';
import { FIELDS } from '../../parts/article-order/order.ts';
import { CheckField, ColorField, NumberField, PictureField } from '../../parts/form-fields.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { type Noun, nounApi, useNounApi } from '../../parts/noun.ts';
import { NounForm } from '../../parts/noun-form.tsx';
import { NounList } from '../../parts/noun-list.tsx';
import { NounScreen } from '../../parts/noun-screen.tsx';
import { PartTabs } from '../../parts/part-tabs.tsx';
import { usePictures } from '../../parts/pictures.ts';
import type { Form } from '../../parts/use-form.ts';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { type IssueWords, issuesEn } from './words-en.ts';
import { issuesFi } from './words-fi.ts';

const WORDS = { en: issuesEn, fi: issuesFi } satisfies Record<string, IssueWords>;

const issues: Noun<Issue> = {
  key: 'issues',
  nameOf: ({ name }) => name,
  api: (manage, siteId) => nounApi(siteId, 'issue', manage.issues),
  required: ['name'],
  blank: {
    id: 0,
    site_id: 0,
    number: 0,
    name: '',
    issue_url: '',
    published: false,
    cover_url: null,
    brand_color: null,
    created_at: '',
    updated_at: '',
    published_at: null,
    published_at_l10n: null,
  },
};

export function Issues() {
  const words = WORDS[useLanguage()];
  return (
    <NounScreen
      form={(id) => (
        <NounForm
          head={(issue) => <PartTabs current="details" id={issue.id} noun={issues.key} />}
          id={id}
          key={id}
          noun={issues}
          words={words}
        >
          {(form) => <Fields form={form} words={words.fields} />}
        </NounForm>
      )}
      list={<List words={words} />}
      parts={{ articles: (id) => <Articles id={id} words={words} /> }}
    />
  );
}

function List({ words }: { words: IssueWords }) {
  const times = useTimes(useSite().time_zone);
  const { thumb } = usePictures();
  return (
    <NounList
      noun={issues}
      rowOf={({ number, issue_url, published, published_at, cover_url }) => ({
        facts: [words.number(number), `/${issue_url}`, published_at && times.moment(published_at)],
        picture: cover_url ? (
          <img alt="" className="noun-cover" loading="lazy" src={thumb(cover_url, 96, 128)} />
        ) : (
          <span className="noun-cover" />
        ),
        state: (
          <span className="state" data-state={published ? 'published' : 'draft'}>
            {published ? words.published : words.draft}
          </span>
        ),
      })}
      words={words}
    />
  );
}

function Fields({ form, words }: { form: Form<Issue>; words: IssueWords['fields'] }) {
  const { value, set } = form;
  return (
    <>
      <TextField label={words.name} {...form.text('name')} />
      <div className="field-pair">
        <NumberField
          hint={words.numberHint}
          label={words.number}
          min={1}
          onChange={(number) => set({ number: number ?? 0 })}
          problem={form.problem('number')}
          value={value.number || null}
        />
        <TextField hint={words.urlHint} label={words.url} {...form.text('issue_url')} />
      </div>
      <CheckField
        hint={words.publishedHint}
        label={words.published}
        onChange={(published) => set({ published })}
        value={value.published}
      />
      <MomentField
        label={words.publishedAt}
        onChange={(at) => set({ published_at: at || null })}
        problem={form.problem('published_at')}
        value={value.published_at}
      />
      <PictureField
        label={words.cover}
        onChange={(cover_url) => set({ cover_url })}
        problem={form.problem('cover_url')}
        value={value.cover_url}
      />
      <ColorField
        label={words.color}
        onChange={(brand_color) => set({ brand_color })}
        problem={form.problem('brand_color')}
        value={value.brand_color}
      />
    </>
  );
}

function Articles({ id, words }: { id: number; words: IssueWords }) {
  const { manage } = useApi();
  const site = useSite();
  const api = useNounApi(issues);
  const { data } = useQuery({ queryKey: [issues.key, site.id, 'head', id], queryFn: () => api.read(id) });
  return (
    <ArticleOrder
      api={{
        read: async () => {
          // The list has no counter of its own; the issue's is raised with it.
          const { etag } = await api.read(id);
          return { ...(await manage.issueArticles.list(site.id, id, { fields: FIELDS })), etag };
        },
        save: async (article_ids, ifMatch) =>
          (await manage.issueArticles.set(site.id, id, { article_ids }, { ifMatch })).etag,
      }}
      head={
        <>
          <Link className="back-link" href={nounAddress(site.id, issues.key)}>
            <Icon name="back" />
            {words.title}
          </Link>
          <h1>{data?.item.name ?? words.title}</h1>
          <PartTabs current="articles" id={id} noun={issues.key} />
        </>
      }
      queryKey={[issues.key, site.id, id]}
    />
  );
}
