/** Words, people and domains whose items are rejected. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Blocked } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { ChoiceField, TextField } from '../../editor/fields.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useTimes } from '../../i18n/times.ts';
import { Icon } from '../../icons.tsx';
import { usePerson, useSite } from '../../shell/context.ts';
import { useProblems } from '../../shell/problems.ts';
import { mayOn } from '../../shell/rights.ts';
import { Failure, NoAccess, Notice, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { IntakeTabs } from '../sources/intake-tabs.tsx';
import { type BlockedWords, blockedEn } from './words-en.ts';
import { blockedFi } from './words-fi.ts';

const WORDS = { en: blockedEn, fi: blockedFi } satisfies Record<string, BlockedWords>;
const KINDS = ['word', 'person', 'domain'] as const;
const MOST = 100;

export function BlockedScreen() {
  const words = WORDS[useLanguage()];
  const { manage } = useApi();
  const site = useSite();
  const person = usePerson();
  const query = useQuery({
    queryKey: ['blocked', site.id],
    queryFn: async () => {
      const all: Blocked[] = [];
      for await (const one of manage.blocked.list(site.id, { count: MOST })) all.push(one);
      return all;
    },
  });
  if (!mayOn(person, 'sources', 'write', site.id)) return <NoAccess />;
  return (
    <div className="sheet">
      <div className="sheet-head">
        <h1>{words.title}</h1>
      </div>
      <IntakeTabs />
      <div className="sheet narrow intake-sheet">
        <p className="note">{words.hint}</p>
        <NewBlock words={words} />
        {query.isPending && <Waiting />}
        {!query.isPending && !query.data && <Failure error={query.error} onRetry={query.refetch} />}
        {query.data?.length === 0 && <Notice hint={words.emptyHint} title={words.empty} />}
        {query.data && query.data.length > 0 && (
          <ul className="ruled-list">
            {query.data.map((block) => (
              <BlockRow block={block} key={block.id} words={words} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function NewBlock({ words }: { words: BlockedWords }) {
  const { problemOf, restOf } = useProblems();
  const site = useSite();
  const { manage } = useApi();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [kind, setKind] = useState<(typeof KINDS)[number]>('word');
  const [value, setValue] = useState('');
  const add = useMutation({
    mutationFn: () => manage.blocked.create(site.id, { kind, value: value.trim() }),
    onSuccess: ({ blocked }) => {
      toasts.show(words.added(blocked.value));
      setValue('');
      void queries.invalidateQueries({ queryKey: ['blocked', site.id] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() !== '') add.mutate();
  };
  const rest = restOf(add.error, ['/value']);
  return (
    <form className="form block-form" onSubmit={submit}>
      <ChoiceField
        label={words.kind}
        onChange={(chosen) => setKind(KINDS.find((one) => one === chosen) ?? 'word')}
        options={KINDS.map((one) => [one, words.kinds[one]] as const)}
        value={kind}
      />
      <TextField
        label={words.value}
        onChange={setValue}
        placeholder={words.placeholder[kind]}
        problem={problemOf(add.error, '/value') ?? rest ?? undefined}
        value={value}
      />
      <button className="button primary" disabled={add.isPending || value.trim() === ''} type="submit">
        {words.add}
      </button>
    </form>
  );
}

function BlockRow({ block, words }: { block: Blocked; words: BlockedWords }) {
  const said = useSaid();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const { manage } = useApi();
  const toasts = useToasts();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => manage.blocked.remove(site.id, block.id),
    onSuccess: () => {
      toasts.show(words.removed(block.value));
      void queries.invalidateQueries({ queryKey: ['blocked', site.id] });
    },
    onError: (error) => toasts.show(said.error(error)),
  });
  return (
    <li className="row-end">
      <span>
        <span className="row-name">{block.value}</span>
        <span className="mark">{words.kinds[block.kind]}</span>{' '}
        <span className="note">{words.since(times.short(block.created_at))}</span>
      </span>
      <button
        aria-label={words.remove(block.value)}
        className="icon-button"
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
        type="button"
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
