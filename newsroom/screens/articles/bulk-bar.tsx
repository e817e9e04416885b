/** What can be done with the selected articles. */
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { OperationResult } from '../../../src/sdk/client.ts';
import { useAuthors, useCategories, useSections } from '../../api/queries.ts';
import { useWords } from '../../i18n/language.tsx';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { Icon } from '../../icons.tsx';
import { useIsOnline } from '../../shell/connection.tsx';
import { usePerson, useSite } from '../../shell/context.ts';
import { isAuthorOnly } from '../../shell/rights.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { type BulkAction, isDone, needsSection, operationsOf, undoableOf } from './bulk.ts';
import { Choice } from './filters.tsx';
import type { ArticleRow } from './rows.ts';
import type { Selection } from './selection.ts';
import { useBatches, useUndo } from './undo.ts';
import { useListWords } from './words.ts';

const ChooseSection = lazy(async () => import('./choose-section.tsx'));
const ConfirmDeletion = lazy(async () => import('./confirm-deletion.tsx'));

interface BulkBarProps {
  rows: ArticleRow[];
  selection: Selection;
  isTrash: boolean;
}

export function BulkBar({ rows, selection, isTrash }: BulkBarProps) {
  const words = useWords();
  const { bulk } = useListWords();
  const { runOn, isPending, failures, withoutSection, keepInTrash } = useBulk(selection);
  const run: Run = (action) => runOn({ action, rows });
  const isOnline = useIsOnline();
  const [isAsking, setAsking] = useState(false);
  const publicCount = rows.filter(({ state }) => state === 'published').length;
  const start: Run = (action) => (action.kind === 'delete' && publicCount > 0 ? setAsking(true) : run(action));
  return (
    <section aria-label={bulk.label} className="bulk">
      <fieldset className="bulk-actions" disabled={!isOnline || isPending}>
        <strong>{words.list.selected(rows.length)}</strong>
        {isTrash ? <TrashActions run={run} /> : <Actions run={start} />}
        {!isOnline && <span className="note">{bulk.offline}</span>}
      </fieldset>
      <button
        aria-label={words.common.clear}
        className="icon-button"
        onClick={() => selection.replace([])}
        type="button"
      >
        <Icon name="close" />
      </button>
      {failures.length > 0 && <Failures failures={failures} rows={rows} />}
      {withoutSection.length > 0 && (
        <Suspense>
          <ChooseSection
            count={withoutSection.length}
            isPending={isPending}
            onCancel={keepInTrash}
            onRestore={(section_id) => runOn({ action: { kind: 'restore', section_id }, rows: withoutSection })}
          />
        </Suspense>
      )}
      {isAsking && (
        <Suspense>
          <ConfirmDeletion
            count={publicCount}
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false);
              run({ kind: 'delete' });
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

type Run = (action: BulkAction) => void;

function TrashActions({ run }: { run: Run }) {
  const { bulk } = useListWords();
  return (
    <button className="chip" onClick={() => run({ kind: 'restore' })} type="button">
      {bulk.restore}
    </button>
  );
}

function Actions({ run }: { run: Run }) {
  const { bulk } = useListWords();
  const mayPublish = !isAuthorOnly(usePerson(), useSite().id);
  const kinds = mayPublish ? (['publish', 'unpublish', 'delete'] as const) : (['delete'] as const);
  return (
    <>
      {kinds.map((kind) => (
        <button className="chip" data-kind={kind} key={kind} onClick={() => run({ kind })} type="button">
          {bulk[kind]}
        </button>
      ))}
      <ChangeActions run={run} />
      <TagAction run={run} />
    </>
  );
}

function ChangeActions({ run }: { run: Run }) {
  const { bulk } = useListWords();
  const site = useSite();
  const { data: sections = [] } = useSections(site.id);
  const { data: categories = [] } = useCategories(site.id);
  const { data: authors = [] } = useAuthors(site.id);
  const none = { id: 0, name: bulk.noCategory };
  const nouns = [
    { field: 'section', label: bulk.section, items: sections },
    { field: 'category', label: bulk.category, items: [none, ...categories] },
    { field: 'author', label: bulk.addAuthor, items: authors },
  ] as const;
  const choose = (field: 'section' | 'category' | 'author', id: number) =>
    run({ kind: 'change', change: field === 'category' ? { field, id: id || null } : { field, id } });
  return nouns.map(({ field, label, items }) => (
    <Choice isOn={false} key={field} label={label} onChange={(id) => choose(field, Number(id))} value="">
      <option disabled hidden value="">
        {label}
      </option>
      {items.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  ));
}

function TagAction({ run }: { run: Run }) {
  const { bulk } = useListWords();
  const [tag, setTag] = useState('');
  return (
    <form
      className="bulk-tag"
      onSubmit={(event) => {
        event.preventDefault();
        if (tag.trim() !== '') run({ kind: 'change', change: { field: 'tag', tag: tag.trim() } });
        setTag('');
      }}
    >
      <input
        aria-label={bulk.addTag}
        className="chip"
        maxLength={200}
        onChange={({ currentTarget }) => setTag(currentTarget.value)}
        placeholder={bulk.addTag}
        value={tag}
      />
    </form>
  );
}

function Failures({ failures, rows }: { failures: OperationResult[]; rows: ArticleRow[] }) {
  const words = useWords();
  const { bulk } = useListWords();
  const said = useSaid();
  const titleOf = (uid: string) => rows.find((row) => row.uid === uid)?.title || words.article.untitled;
  return (
    <div className="bulk-failures" role="alert">
      <strong>{bulk.failed(failures.length)}</strong>
      <ul>
        {failures.map(({ uid, failure }) => (
          <li key={uid}>
            {titleOf(uid)}: {failure && said.problem(failure.error)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Runs an action; what failed stays selected, what succeeded can be undone for a while. */
function useBulk(selection: Selection) {
  const said = useSaid();
  const { bulk } = useListWords();
  const toasts = useToasts();
  const [failures, setFailures] = useState<OperationResult[]>([]);
  const send = useBatches();
  const undo = useUndo();
  const report = (error: Error) => toasts.show(said.error(error));
  const [withoutSection, setWithoutSection] = useState<ArticleRow[]>([]);
  const { mutate: runOn, isPending } = useMutation({
    // The rows as they were: by the time of the answer the list has been read again, and Undo would find nothing to bring back.
    mutationFn: async ({ action, rows: before }: { action: BulkAction; rows: ArticleRow[] }) => ({
      action,
      before,
      results: await send(operationsOf(action, before)),
    }),
    onSuccess: ({ action, before, results }) => {
      const failed = results.filter((result) => !isDone(result));
      setFailures(failed);
      const without = new Set(failed.filter(needsSection).map(({ uid }) => uid));
      setWithoutSection(before.filter(({ uid }) => without.has(uid)));
      selection.replace(failed.map(({ uid }) => uid));
      const done = results.length - failed.length;
      const isUndoable = undoableOf(action, before, results).length > 0;
      if (done > 0) toasts.show(bulk.done[action.kind](done), isUndoable ? undo(action, before, results) : undefined);
    },
    onError: report,
  });
  return {
    runOn,
    isPending,
    failures: failures.filter(({ uid }) => selection.uids.has(uid)),
    withoutSection,
    keepInTrash: () => setWithoutSection([]),
  };
}
