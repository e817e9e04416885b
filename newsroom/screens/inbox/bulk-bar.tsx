/** Decisions about all selected articles. */
import { Suspense, useState } from 'react';
import type { PendingArticle } from '../../../src/sdk/client.ts';
import { OpeningDialog } from '../../editor/fields.tsx';
import { useWords } from '../../i18n/language.tsx';
import { Icon } from '../../icons.tsx';
import { useIsOnline } from '../../shell/connection.tsx';
import type { Selection } from '../articles/selection.ts';
import { RejectDialog } from './actions.tsx';
import type { Deciding } from './use-deciding.ts';
import { useInboxWords } from './words.ts';

interface InboxBulkBarProps {
  rows: readonly PendingArticle[];
  selection: Selection;
  deciding: Deciding;
}

export function InboxBulkBar({ rows, selection, deciding }: InboxBulkBarProps) {
  const { bulk } = useInboxWords();
  const words = useWords();
  const isOnline = useIsOnline();
  const [isAsking, setAsking] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const run = async (decision: { kind: 'approve' | 'reject'; reason?: string }) => {
    setAsking(false);
    setRunning(true);
    await deciding.decideMany(rows, decision);
    setRunning(false);
    selection.replace([]);
  };
  return (
    <section aria-label={bulk.label} className="bulk inbox-bulk">
      <fieldset className="bulk-actions" disabled={!isOnline || isRunning}>
        <strong>{bulk.selected(rows.length)}</strong>
        <button className="chip" onClick={() => void run({ kind: 'approve' })} type="button">
          {bulk.approve}
        </button>
        <button className="chip" data-kind="delete" onClick={() => setAsking(true)} type="button">
          {bulk.reject}
        </button>
      </fieldset>
      <button
        aria-label={words.common.clear}
        className="icon-button"
        onClick={() => selection.replace([])}
        type="button"
      >
        <Icon name="close" />
      </button>
      <Suspense fallback={<OpeningDialog />}>
        {isAsking && (
          <RejectDialog
            hasLedger={rows.some(({ item }) => item !== null)}
            onClose={() => setAsking(false)}
            onReject={(reason) => void run({ kind: 'reject', ...(reason ? { reason } : {}) })}
          />
        )}
      </Suspense>
    </section>
  );
}
