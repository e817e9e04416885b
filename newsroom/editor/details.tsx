/** Section, categories, tags and other properties of an article. */
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ManagedArticle } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useAuthors, useCategories, useSections } from '../api/queries.ts';
import { useWords } from '../i18n/language.tsx';
import { useSite } from '../shell/context.ts';
import { Featured, PinnedAt } from './featured.tsx';
import { ChoiceField, Labelled, TextField } from './fields.tsx';
import type { OpenArticle } from './use-article.ts';
import { useProblems } from './use-problems.ts';
import { useEditorWords } from './words.ts';

export function Details({ open }: { open: OpenArticle }) {
  const { details } = useEditorWords();
  const words = useEditorWords();
  const { list } = useWords();
  const site = useSite();
  const { article, set } = open;
  const problems = useProblems(open.state);
  const sections = useSections(site.id).data ?? [];
  const categories = useCategories(site.id).data ?? [];
  const orNull = (value: string) => (value.trim() === '' ? null : value.trim());
  return (
    <div className="form">
      <TextField
        hint={words.summaryHint}
        label={words.summary}
        onChange={(summary) => set({ summary })}
        problem={problems.summary}
        rows={3}
        value={article.summary}
      />
      <ChoiceField
        label={details.section}
        onChange={(id) => set({ section_id: Number(id) })}
        options={sections.map(({ id, name }) => [String(id), name])}
        problem={problems.section_id}
        value={String(article.section_id)}
      />
      <ChoiceField
        label={details.category}
        onChange={(id) => set({ category_id: id === '' ? null : Number(id) })}
        options={[['', details.noCategory], ...categories.map(({ id, name }) => [String(id), name] as const)]}
        problem={problems.category_id}
        value={String(article.category_id ?? '')}
      />
      <Authors open={open} />
      <Tags open={open} />
      <TextField
        hint={details.slugHint}
        label={details.slug}
        onChange={(article_url) => set({ article_url })}
        problem={problems.article_url}
        value={article.article_url}
      />
      <ChoiceField
        label={details.type}
        onChange={(type) => set({ type: type as ManagedArticle['type'] })}
        options={Object.entries(list.types)}
        problem={problems.type}
        value={article.type}
      />
      <TextField
        label={details.credit}
        onChange={(author_credit) => set({ author_credit })}
        problem={problems.author_credit}
        value={article.author_credit}
      />
      <TextField
        label={details.url}
        onChange={(url) => set({ url: orNull(url) })}
        problem={problems.url}
        type="url"
        value={article.url ?? ''}
      />
      <TextField
        label={details.canonical}
        onChange={(url) => set({ canonical_url: orNull(url) })}
        problem={problems.canonical_url}
        type="url"
        value={article.canonical_url ?? ''}
      />
      <Links open={open} />
      <CallToAction open={open} />
      <Featured open={open} />
      <PinnedAt open={open} />
    </div>
  );
}

function Authors({ open: { article, set, state } }: { open: OpenArticle }) {
  const problems = useProblems(state);
  const { details } = useEditorWords();
  const site = useSite();
  const authors = useAuthors(site.id).data ?? [];
  const nameOf = (id: number) => authors.find((author) => author.id === id)?.name ?? String(id);
  const chosen = article.author_ids;
  const without = (id: number) => set({ author_ids: chosen.filter((one) => one !== id) });
  return (
    <div className="field-group">
      <ChoiceField
        label={details.authors}
        onChange={(id) => id !== '' && set({ author_ids: [...chosen, Number(id)] })}
        options={[
          ['', details.addAuthor],
          ...authors.filter(({ id }) => !chosen.includes(id)).map(({ id, name }) => [String(id), name] as const),
        ]}
        problem={problems.author_ids}
        value=""
      />
      <Chips items={chosen.map((id) => ({ key: String(id), label: nameOf(id), remove: () => without(id) }))} />
    </div>
  );
}

function Tags({ open: { article, set, state } }: { open: OpenArticle }) {
  const problems = useProblems(state);
  const { details } = useEditorWords();
  const { manage } = useApi();
  const site = useSite();
  const id = useId();
  const [typed, setTyped] = useState('');
  const { data } = useQuery({
    queryKey: ['tags', site.id, typed],
    queryFn: ({ signal }) => manage.tags.list(site.id, { q: typed, count: 8, signal }),
    enabled: typed.trim() !== '',
    staleTime: 60_000,
  });
  const { tags } = article;
  const add = (tag: string) => {
    const added = tag
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '' && !tags.includes(part));
    setTyped('');
    if (added.length > 0) set({ tags: [...tags, ...new Set(added)] });
  };
  return (
    <div className="field-group">
      <Labelled id={id} label={details.tags} problem={problems.tags}>
        <input
          autoComplete="off"
          id={id}
          list={`${id}-list`}
          onBlur={() => add(typed)}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ',') return;
            event.preventDefault();
            add(typed);
          }}
          placeholder={details.addTag}
          value={typed}
        />
        <datalist id={`${id}-list`}>
          {data?.tags.map(({ tag }) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </Labelled>
      <Chips
        items={tags.map((tag) => ({
          key: tag,
          label: tag,
          remove: () => set({ tags: tags.filter((one) => one !== tag) }),
        }))}
      />
    </div>
  );
}

function Chips({ items }: { items: { key: string; label: string; remove(): void }[] }) {
  const { details } = useEditorWords();
  if (items.length === 0) return null;
  return (
    <ul className="editor-chips">
      {items.map(({ key, label, remove }) => (
        <li key={key}>
          <span>{label}</span>
          <button aria-label={details.remove(label)} onClick={remove} type="button">
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A link without a title or an address is not sent yet. */
function Links({ open: { article, set, state } }: { open: OpenArticle }) {
  const problems = useProblems(state);
  const { details } = useEditorWords();
  const [rows, setRows] = useState(article.article_links);
  const change = (next: typeof rows) => {
    setRows(next);
    set({ article_links: next.filter(({ title, url }) => title.trim() !== '' && url.trim() !== '') });
  };
  const put = (index: number, part: Partial<(typeof rows)[number]>) =>
    change(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <fieldset className="field-set">
      <legend>{details.links}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
        <div className="link-row" key={index}>
          <TextField label={details.linkTitle} onChange={(title) => put(index, { title })} value={row.title} />
          <TextField label={details.linkUrl} onChange={(url) => put(index, { url })} type="url" value={row.url} />
          <button
            aria-label={details.remove(row.title)}
            className="button"
            onClick={() => change(rows.filter((_, at) => at !== index))}
            type="button"
          >
            ×
          </button>
        </div>
      ))}
      {problems.article_links && <p className="field-problem">{problems.article_links}</p>}
      <button className="button" onClick={() => setRows([...rows, { title: '', url: '' }])} type="button">
        {details.addLink}
      </button>
    </fieldset>
  );
}

function CallToAction({ open: { article, set, state } }: { open: OpenArticle }) {
  const problems = useProblems(state);
  const { details } = useEditorWords();
  const [cta, setCta] = useState(article.cta ?? { label: '', url: '' });
  const change = (part: Partial<typeof cta>) => {
    const next = { ...cta, ...part };
    setCta(next);
    const isWhole = next.label.trim() !== '' && next.url.trim() !== '';
    if (isWhole) set({ cta: next });
    else if (next.label === '' && next.url === '') set({ cta: null });
  };
  return (
    <fieldset className="field-set">
      <legend>{details.cta}</legend>
      <TextField
        label={details.ctaLabel}
        onChange={(label) => change({ label })}
        problem={problems.cta}
        value={cta.label}
      />
      <TextField label={details.ctaUrl} onChange={(url) => change({ url })} type="url" value={cta.url} />
    </fieldset>
  );
}
