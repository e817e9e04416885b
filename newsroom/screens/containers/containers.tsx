/** Featured item containers: places of the site, each with its articles in an order. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { FeaturedItemContainer } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { ChoiceField, TextField } from '../../editor/fields.tsx';
import { useLanguage, useWords } from '../../i18n/language.tsx';
import { Icon } from '../../icons.tsx';
import { ArticleOrder } from '../../parts/article-order/article-order.tsx';
import { FIELDS } from '../../parts/article-order/order.ts';
import { type Noun, nounApi, useNounApi } from '../../parts/noun.ts';
import { NounForm } from '../../parts/noun-form.tsx';
import { NounList } from '../../parts/noun-list.tsx';
import { NounScreen } from '../../parts/noun-screen.tsx';
import { PartTabs } from '../../parts/part-tabs.tsx';
import type { Form } from '../../parts/use-form.ts';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { ARTICLE_TYPES } from '../articles/states.ts';
import { type ContainerWords, containersEn } from './words-en.ts';
import { containersFi } from './words-fi.ts';

const WORDS = { en: containersEn, fi: containersFi } satisfies Record<string, ContainerWords>;

const containers: Noun<FeaturedItemContainer> = {
  key: 'containers',
  nameOf: ({ name }) => name,
  api: (manage, siteId) => nounApi(siteId, 'featured_item_container', manage.featuredItemContainers),
  required: ['name', 'identifier'],
  blank: { id: 0, identifier: '', name: '', link: '', order_number: 0, type_restriction: '' },
};

export function Containers() {
  const words = WORDS[useLanguage()];
  const types: Record<string, string> = useWords().list.types;
  return (
    <NounScreen
      form={(id) => (
        <NounForm
          head={(container) => <PartTabs current="details" id={container.id} noun={containers.key} />}
          id={id}
          key={id}
          noun={containers}
          words={words}
        >
          {(form) => <Fields form={form} words={words.fields} />}
        </NounForm>
      )}
      list={
        <NounList
          isOrdered
          noun={containers}
          rowOf={({ identifier, type_restriction }) => ({
            facts: [
              identifier,
              takesAll(type_restriction) ? null : words.only(types[type_restriction.toLowerCase()] ?? type_restriction),
            ],
          })}
          words={words}
        />
      }
      parts={{ articles: (id) => <Articles id={id} words={words} /> }}
    />
  );
}

/** `Article` is the kind of content, not a type. */
function takesAll(restriction: string): boolean {
  return ['', 'article'].includes(restriction.trim().toLowerCase());
}

function Fields({ form, words }: { form: Form<FeaturedItemContainer>; words: ContainerWords['fields'] }) {
  const { types } = useWords().list;
  const { value, set } = form;
  const restriction = takesAll(value.type_restriction) ? '' : value.type_restriction;
  const known = ARTICLE_TYPES.filter((type) => type !== 'article');
  const others = known.some((type) => type === restriction) || restriction === '' ? [] : [restriction];
  return (
    <>
      <TextField label={words.name} {...form.text('name')} />
      <TextField hint={words.identifierHint} label={words.identifier} {...form.text('identifier')} />
      <ChoiceField
        label={words.restriction}
        onChange={(type_restriction) => set({ type_restriction })}
        options={[
          ['', words.everything],
          ...known.map((type) => [type, words.onlyType(types[type])] as const),
          ...others.map((other) => [other, words.onlyType(other)] as const),
        ]}
        problem={form.problem('type_restriction')}
        value={restriction}
      />
      <TextField hint={words.linkHint} label={words.link} type="url" {...form.text('link')} />
    </>
  );
}

function Articles({ id, words }: { id: number; words: ContainerWords }) {
  const { manage } = useApi();
  const site = useSite();
  const api = useNounApi(containers);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [containers.key, site.id, 'head', id],
    queryFn: () => api.read(id),
  });
  if (isPending) return <Waiting />;
  if (!data) return <Failure error={error} onRetry={refetch} />;
  const { featuredItemContainerArticles: articles } = manage;
  return (
    <ArticleOrder
      api={{
        read: async () => {
          // The list has no counter of its own; the container's is raised with it.
          const { etag } = await api.read(id);
          return { ...(await articles.list(site.id, id, { fields: FIELDS })), etag };
        },
        save: async (article_ids, ifMatch) => (await articles.set(site.id, id, { article_ids }, { ifMatch })).etag,
      }}
      head={
        <>
          <Link className="back-link" href={nounAddress(site.id, containers.key)}>
            <Icon name="back" />
            {words.title}
          </Link>
          <h1>{data.item.name}</h1>
          <PartTabs current="articles" id={id} noun={containers.key} />
        </>
      }
      queryKey={[containers.key, site.id, id]}
      restriction={data.item.type_restriction}
    />
  );
}
