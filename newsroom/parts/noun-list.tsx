/** The list of a noun: rows to search, to open and, if the noun has an order, to move. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useSaid } from '../i18n/service/use-service-words.ts';
import { Icon } from '../icons.tsx';
import { nounAddress } from '../shell/addresses.ts';
import { usePerson, useSite } from '../shell/context.ts';
import { useKeys } from '../shell/keys.ts';
import { mayOn } from '../shell/rights.ts';
import { Failure, Notice, Waiting } from '../shell/states.tsx';
import { useToasts } from '../shell/toasts.tsx';
import { renumbered } from './move.ts';
import { type Noun, useNounApi, useNounList } from './noun.ts';
import { OrderedList } from './ordered-list.tsx';
import { usePartWords } from './words.ts';

export interface Row {
  /** In one line below the name. */
  facts: readonly (string | null | undefined)[];
  /** A label at the side, such as “Hidden”. */
  state?: ReactNode;
  picture?: ReactNode;
}

export interface NounListWords {
  title: string;
  create: string;
  search: string;
  empty: string;
  emptyHint: string;
}

interface NounListProps<T extends { id: number }> {
  noun: Noun<T>;
  words: NounListWords;
  rowOf(item: T): Row;
  /** The rows to show, in order; by default all. */
  shown?(items: T[]): T[];
  /** Between the head and the rows: tabs. */
  tabs?: ReactNode;
  /** Whether it has `order_number`. */
  isOrdered?: boolean;
}

export function NounList<T extends { id: number }>({ noun, words, rowOf, shown, tabs, isOrdered }: NounListProps<T>) {
  const site = useSite();
  const person = usePerson();
  const [q, setQ] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { data, error, isPending, refetch } = useNounList(noun);
  const move = useMoving(noun);
  useRowKeys(list, field);
  const mayWrite = mayOn(person, 'content', 'write', site.id);
  const items = shown && data ? shown(data) : (data ?? []);
  const found = items.filter((item) => matches(q, [noun.nameOf(item), ...rowOf(item).facts]));
  return (
    <div className="nouns">
      <div className="nouns-head">
        <h1>{words.title}</h1>
        <label className="search-field">
          <Icon name="search" />
          <input
            aria-label={words.search}
            onChange={({ currentTarget }) => setQ(currentTarget.value)}
            placeholder={words.search}
            ref={field}
            type="search"
            value={q}
          />
        </label>
        {mayWrite && (
          <Link className="button primary" href={nounAddress(site.id, noun.key, 'new')}>
            {words.create}
          </Link>
        )}
      </div>
      {tabs}
      <div className="nouns-rows" ref={list}>
        {isPending && <Skeletons />}
        {!isPending && !data && <Failure error={error} onRetry={refetch} />}
        {data && found.length === 0 && (
          <Nothing mayWrite={mayWrite} noun={noun.key} onClear={() => setQ('')} q={q} words={words} />
        )}
        {found.length > 0 && (
          <OrderedList
            isFixed={!isOrdered || !mayWrite || q.trim() !== ''}
            items={found}
            keyOf={({ id }) => String(id)}
            label={words.title}
            nameOf={noun.nameOf}
            onChange={move}
          >
            {(item) => (
              <RowView address={nounAddress(site.id, noun.key, item.id)} name={noun.nameOf(item)} row={rowOf(item)} />
            )}
          </OrderedList>
        )}
      </div>
    </div>
  );
}

function RowView({ address, name, row: { facts, state, picture } }: { address: string; name: string; row: Row }) {
  return (
    <div className="noun-row">
      {picture}
      <span className="row-text">
        <Link className="noun-name" href={address}>
          {name}
        </Link>
        <span className="row-facts">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      {state && <span className="noun-state">{state}</span>}
    </div>
  );
}

function matches(q: string, texts: readonly (string | null | undefined)[]): boolean {
  const wanted = q.trim().toLocaleLowerCase();
  return wanted === '' || texts.some((text) => text?.toLocaleLowerCase().includes(wanted));
}

/** Shows the new order at once, and saves it with one request per changed number. */
function useMoving<T extends { id: number }>(noun: Noun<T>) {
  const said = useSaid();
  const api = useNounApi(noun);
  const toasts = useToasts();
  const { ordering } = usePartWords();
  const queries = useQueryClient();
  const queryKey = [noun.key, useSite().id];
  const save = useMutation({
    mutationFn: async ({ items, at }: { items: T[]; at: number }) => {
      const numbered = items as (T & { order_number: number })[]; // lists with an order have the field
      for (const { id, order_number } of renumbered(numbered, at))
        await api.change(id, { order_number } as unknown as Partial<T>, null);
    },
    onMutate: async ({ items }) => {
      await queries.cancelQueries({ queryKey, exact: true });
      queries.setQueryData(queryKey, items);
    },
    onSuccess: () => toasts.show(ordering.saved),
    onError: (error) => toasts.show(ordering.failed(said.error(error))),
    onSettled: () => queries.invalidateQueries({ queryKey, exact: true }),
    scope: { id: `order ${noun.key}` },
  });
  return (items: T[], at: number) => save.mutate({ items, at });
}

function useRowKeys(list: { current: HTMLElement | null }, field: { current: HTMLInputElement | null }) {
  const move = (step: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('.noun-name') ?? [])];
    const at = document.activeElement instanceof HTMLElement ? links.indexOf(document.activeElement) : -1;
    links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  };
  useKeys({ j: () => move(1), k: () => move(-1), '/': () => field.current?.focus() }, usePerson().shortcuts);
}

interface NothingProps {
  noun: string;
  words: NounListWords;
  q: string;
  mayWrite: boolean;
  onClear(): void;
}

function Nothing({ noun, words, q, mayWrite, onClear }: NothingProps) {
  const { list } = usePartWords();
  const site = useSite();
  if (q.trim() !== '')
    return (
      <Notice title={list.noMatch}>
        <button className="button" onClick={onClear} type="button">
          {list.clear}
        </button>
      </Notice>
    );
  return (
    <Notice hint={words.emptyHint} title={words.empty}>
      {mayWrite && (
        <Link className="button primary" href={nounAddress(site.id, noun, 'new')}>
          {words.create}
        </Link>
      )}
    </Notice>
  );
}

const SKELETONS = 6;

function Skeletons() {
  return (
    <Waiting>
      <span className="skeletons">
        {Array.from({ length: SKELETONS }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <span className="noun-skeleton" key={at} />
        ))}
      </span>
    </Waiting>
  );
}
