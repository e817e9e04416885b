/** The fields of one noun on the screen: read values, typed values, and problems that the service reports. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MastheadError } from '../../src/sdk/client.ts';
import { type Said, useSaid } from '../i18n/service/use-service-words.ts';
import { useSite } from '../shell/context.ts';
import { changedFields, isStale, problemAt, restOf } from './changes.ts';
import { type Noun, type Stored, useNounApi } from './noun.ts';
import { usePartWords } from './words.ts';

export interface TextBinding {
  value: string;
  onChange(value: string): void;
  problem: string | undefined;
}

export interface Form<T> {
  /** The fields as they are on the screen. */
  value: T;
  isNew: boolean;
  isDirty: boolean;
  isSaving: boolean;
  set(fields: Partial<T>): void;
  problem(name: keyof T & string): string | undefined;
  /** The same for a part of a field: `links/website`. */
  problemAt(path: string): string | undefined;
  /** For a field of text. */
  text(name: keyof T & string): TextBinding;
  /** The same for a nullable field: empty means null. */
  optional(name: keyof T & string): TextBinding;
  save(): void;
  /** Discards the changes. */
  reset(): void;
  /** The error that belongs to no field. */
  failure: string | null;
  /** Whether a field shows a problem. */
  isRefused: boolean;
  /** Someone else has saved in the meantime. */
  isStale: boolean;
  /** Saves the changes over those of someone else. */
  saveOver(): void;
  removed: Stored<T>['removed'];
  /** Raised when HTML fields must be read again. */
  revision: number;
  /** Called before saving: flushes typed text into the fields. */
  flush: Map<string, () => void>;
}

interface FormOptions<T> {
  stored: Stored<T>;
  isNew: boolean;
  onSaved(item: T): void;
}

export function useForm<T extends { id: number }>(noun: Noun<T>, { stored, isNew, onSaved }: FormOptions<T>): Form<T> {
  const api = useNounApi(noun);
  const { form: words } = usePartWords();
  const site = useSite();
  const said = useSaid();
  const queries = useQueryClient();
  const [base, setBase] = useState(stored);
  const [value, setValue] = useState(stored.item);
  const [revision, setRevision] = useState(0);
  const [flush] = useState(() => new Map<string, () => void>());
  // The latest fields, including those that were just flushed.
  const latest = useRef(value);
  const show = (next: T) => {
    latest.current = next;
    setValue(next);
  };
  const set = (fields: Partial<T>) => show({ ...latest.current, ...fields });
  const save = useMutation({
    mutationFn: async ({ isOver }: { isOver: boolean }) => {
      for (const hand of flush.values()) hand();
      const sent = latest.current;
      const changes = changedFields(base.item, sent);
      if (!isNew) {
        const { etag } = isOver ? await api.read(sent.id) : base;
        return { sent, saved: await api.change(sent.id, changes, etag) };
      }
      const needed = Object.fromEntries(noun.required.map((name) => [name, sent[name]])) as Partial<T>; // its own fields
      return { sent, saved: await api.create({ ...needed, ...changes }) };
    },
    onMutate: () => ({ sent: latest.current }),
    onSuccess: ({ sent, saved }) => {
      setBase(saved);
      const typedSince = changedFields(sent, latest.current);
      // The service may have cleaned the HTML.
      const isOther = [...flush.keys()].some((name) => sent[name as keyof T] !== saved.item[name as keyof T]);
      show({ ...saved.item, ...typedSince });
      if (isOther) setRevision((before) => before + 1);
      void queries.invalidateQueries({ queryKey: [noun.key, site.id] });
      onSaved(saved.item);
    },
  });
  /** What cannot be left empty: said before anything is sent. */
  const [isTried, setTried] = useState(false);
  const isMissing = (name: keyof T) =>
    noun.required.some((one) => one === name && String(value[one] ?? '').trim() === '');
  const failed = save.error instanceof MastheadError ? save.error : null;
  const refused = save.context?.sent;
  const problem = (path: string) => {
    const name = path.split('/')[0] as keyof T; // a path begins with a field
    // A problem no longer applies when its value has changed.
    const isSame = refused && JSON.stringify(refused[name]) === JSON.stringify(value[name]);
    if (isMissing(name) && (isTried || (failed && isSame))) return words.required;
    const message = failed && isSame ? problemAt(failed, path) : undefined;
    return message === undefined ? undefined : said.problem(message);
  };
  const text = (name: keyof T & string, empty: '' | null): TextBinding => ({
    value: String(value[name] ?? ''),
    onChange: (typed) => set({ [name]: typed === '' ? empty : typed } as Partial<T>), // a field of text
    problem: problem(name),
  });
  const names = Object.keys(value) as (keyof T & string)[];
  return {
    value,
    isNew,
    isDirty: Object.keys(changedFields(base.item, value)).length > 0,
    isSaving: save.isPending,
    set,
    problem,
    problemAt: problem,
    text: (name) => text(name, ''),
    optional: (name) => text(name, null),
    save: () => {
      const isBare = noun.required.some((name) => isMissing(name));
      setTried(isBare);
      if (!isBare) save.mutate({ isOver: false });
    },
    reset: () => {
      save.reset();
      for (const hand of flush.values()) hand();
      show(base.item);
      setRevision((before) => before + 1);
    },
    failure: save.error && !(failed && isStale(failed)) ? wholeOf(save.error, names, said) : null,
    isRefused: names.some((name) => problem(name) !== undefined),
    isStale: failed !== null && isStale(failed),
    saveOver: () => save.mutate({ isOver: true }),
    removed: base.removed,
    revision,
    flush,
  };
}

/** The error of the whole form, unless fields show it. */
function wholeOf(error: Error, names: readonly string[], said: Said): string | null {
  return error instanceof MastheadError && restOf(error, names) === null ? null : said.error(error);
}
