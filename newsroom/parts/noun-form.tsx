/** The page of one noun: its fields, a bar that saves them, and its deletion. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { MastheadError } from '../../src/sdk/client.ts';
import { Dialog } from '../editor/fields.tsx';
import { useSaid } from '../i18n/service/use-service-words.ts';
import { Icon } from '../icons.tsx';
import { nounAddress } from '../shell/addresses.ts';
import { usePerson, useSite } from '../shell/context.ts';
import { mayOn } from '../shell/rights.ts';
import { Failure, Waiting } from '../shell/states.tsx';
import { useToasts } from '../shell/toasts.tsx';
import { blockerOf } from './changes.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { type Noun, type Stored, useNounApi } from './noun.ts';
import { SaveBar } from './save-bar.tsx';
import { type Form, useForm } from './use-form.ts';
import { usePartWords } from './words.ts';

export interface NounFormProps<T extends { id: number }> {
  noun: Noun<T>;
  /** Null for a new one. */
  id: number | null;
  words: { title: string; create: string };
  children(form: Form<T>): ReactNode;
  /** Beside the name: a state, links to further screens. */
  head?(item: T): ReactNode;
  /** What happens when it is deleted, where that is more than usual. */
  deleteHint?: string;
  /** Where a new one was asked for; the way back, also once it is saved. By default its list. */
  back?: { address: string; title: string } | undefined;
  /** The list of items that use it, shown when the service refuses to delete it. */
  usesAddress?(id: number): string;
}

export function NounForm<T extends { id: number }>(props: NounFormProps<T>) {
  const { noun, id } = props;
  const api = useNounApi(noun);
  const site = useSite();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [noun.key, site.id, 'open', id],
    queryFn: async (): Promise<Stored<T>> =>
      id === null ? { item: noun.blank, etag: null, removed: [] } : api.read(id),
    // Read once: a later answer must not overwrite fields.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (isPending) return <Waiting />;
  if (!data) return <Failure error={error} onRetry={refetch} />;
  return <OpenForm {...props} stored={data} />;
}

function OpenForm<T extends { id: number }>({ stored, ...props }: NounFormProps<T> & { stored: Stored<T> }) {
  const { noun, id, words, back, children } = props;
  const parts = usePartWords();
  const site = useSite();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const element = useRef<HTMLFormElement>(null);
  const [created, setCreated] = useState<number>();
  const form = useForm(noun, {
    stored,
    isNew: id === null,
    onSaved: (item) => {
      toasts.show(parts.form.saved(noun.nameOf(item)));
      if (id === null) setCreated(item.id);
    },
  });
  // By then the form has no unsaved changes, so that the leave guard does not ask.
  useEffect(() => {
    if (created !== undefined) navigate(back?.address ?? nounAddress(site.id, noun.key, created), { replace: true });
  }, [created, navigate, noun.key, site.id, back?.address]);
  const mayWrite = mayOn(usePerson(), 'content', 'write', site.id);
  const { isRefused } = form;
  useEffect(() => {
    if (isRefused) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isRefused]);
  const name = id === null ? words.create : noun.nameOf(form.value);
  return (
    <form
      aria-label={name}
      className="noun-form"
      noValidate
      onKeyDown={(event) => {
        if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
        event.preventDefault();
        form.save();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
      ref={element}
    >
      <header className="noun-form-head">
        <Link className="back-link" href={back?.address ?? nounAddress(site.id, noun.key)}>
          <Icon name="back" />
          {back?.title ?? words.title}
        </Link>
        <h1>{name}</h1>
        {id !== null && props.head?.(form.value)}
      </header>
      {!mayWrite && <p className="note">{parts.form.readOnly}</p>}
      <fieldset className="noun-fields" disabled={!mayWrite}>
        {children(form)}
      </fieldset>
      {form.removed.length > 0 && (
        <p className="note">{parts.form.removed(form.removed.map(({ message }) => message).join('; '))}</p>
      )}
      {mayWrite && (
        <SaveBar
          isNew={form.isNew}
          onSaveOver={form.saveOver}
          state={{ ...form, failure: form.isRefused ? parts.form.refused : form.failure }}
        >
          {id !== null && <Deletion {...props} id={id} name={name} />}
        </SaveBar>
      )}
      <LeaveGuard isDirty={form.isDirty && created === undefined} />
    </form>
  );
}

function Deletion<T extends { id: number }>({
  noun,
  id,
  name,
  usesAddress,
  deleteHint,
}: NounFormProps<T> & { id: number; name: string }) {
  const said = useSaid();
  const { form: words, cancel } = usePartWords();
  const api = useNounApi(noun);
  const site = useSite();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.remove(id),
    onSuccess: () => {
      toasts.show(words.deleted(name));
      navigate(nounAddress(site.id, noun.key));
      void queries.invalidateQueries({ queryKey: [noun.key, site.id], exact: true });
    },
  });
  const close = () => {
    setAsking(false);
    remove.reset();
  };
  const way = remove.error instanceof MastheadError ? blockerOf(remove.error) : null;
  return (
    <>
      <button className="button delete" onClick={() => setAsking(true)} type="button">
        {words.delete}
      </button>
      {isAsking && (
        <Dialog closeLabel={cancel} onClose={close} title={words.deleteTitle(name)}>
          {!remove.error && <p>{deleteHint ?? words.deleteHint}</p>}
          {remove.error && (
            <p className="field-problem" role="alert">
              {way ? words.inUse[way.kind](way.count) : said.error(remove.error)}
            </p>
          )}
          <div className="dialog-actions">
            {way?.kind.endsWith('article') && usesAddress && (
              <Link className="button" href={usesAddress(id)}>
                {words.showUses}
              </Link>
            )}
            <button className="button" onClick={close} type="button">
              {cancel}
            </button>
            <button
              className="button delete primary"
              disabled={remove.isPending || way !== null}
              onClick={() => remove.mutate()}
              type="button"
            >
              {words.delete}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
