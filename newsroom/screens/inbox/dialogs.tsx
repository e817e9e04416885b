/** What a decision asks first: a reason, a time, whom to block. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Blocked } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { Dialog, TextField } from '../../editor/fields.tsx';
import { nextHour, WhenField } from '../../editor/when.tsx';
import { useWords } from '../../i18n/language.tsx';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useSite } from '../../shell/context.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { blocksFor } from './blocks.ts';
import type { OpenItem } from './queue.ts';
import { useInboxWords } from './words.ts';

interface RejectDialogProps {
  /** Whether it came from a source, whose ledger has the reason; of others the author reads it. */
  hasLedger: boolean;
  onReject(reason: string | undefined): void;
  onClose(): void;
}

export function RejectDialog({ hasLedger, onReject, onClose }: RejectDialogProps) {
  const { reject } = useInboxWords();
  const { common } = useWords();
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onReject(reason.trim() || undefined);
  };
  return (
    <Dialog closeLabel={common.close} onClose={onClose} title={reject.title}>
      <form className="form" onSubmit={submit}>
        <p className="note">{hasLedger ? reject.hint : reject.own}</p>
        <TextField label={hasLedger ? reject.reason : reject.toAuthor} onChange={setReason} value={reason} />
        <div className="inbox-reasons">
          {reject.usual.map((one) => (
            <button className="chip" key={one} onClick={() => onReject(one)} type="button">
              {one}
            </button>
          ))}
        </div>
        <div className="dialog-actions">
          <button className="button" onClick={onClose} type="button">
            {common.cancel}
          </button>
          <button className="button delete primary" type="submit">
            {reject.submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** A submission goes back to its author, with a note. */
export function ReturnDialog({ onReturn, onClose }: { onReturn(note: string): void; onClose(): void }) {
  const { back, reject } = useInboxWords();
  const { common } = useWords();
  const [note, setNote] = useState('');
  return (
    <Dialog closeLabel={common.close} onClose={onClose} title={back.title}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          onReturn(note.trim());
        }}
      >
        <p className="note">{back.hint}</p>
        <TextField label={reject.toAuthor} onChange={setNote} rows={4} value={note} />
        <div className="dialog-actions">
          <button className="button" onClick={onClose} type="button">
            {common.cancel}
          </button>
          <button className="button primary" type="submit">
            {back.submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

export function LaterDialog({ onApprove, onClose }: { onApprove(publishAt: string): void; onClose(): void }) {
  const { later } = useInboxWords();
  const { common } = useWords();
  const [instant, setInstant] = useState<Date | undefined>(nextHour);
  const isReady = instant !== undefined && instant.getTime() > Date.now();
  return (
    <Dialog closeLabel={common.close} onClose={onClose} title={later.title}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (instant && isReady) onApprove(instant.toISOString());
        }}
      >
        <WhenField instant={instant} meaning={later.meaning} onInstant={setInstant} />
        <div className="dialog-actions">
          <button className="button" onClick={onClose} type="button">
            {common.cancel}
          </button>
          <button className="button primary" disabled={!isReady} type="submit">
            {later.submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface BlockDialogProps {
  item: OpenItem;
  /** `takeBack` lifts the blocks. */
  onReject(reason: string, takeBack: () => Promise<void>): void;
  onClose(): void;
}

export function BlockDialog({ item, onReject, onClose }: BlockDialogProps) {
  const { block, undo } = useInboxWords();
  const { common } = useWords();
  const said = useSaid();
  const site = useSite();
  const toasts = useToasts();
  const { manage } = useApi();
  const offered = blocksFor(item);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(offered.slice(0, 1).map(({ value }) => value)),
  );
  const [isRejected, setRejected] = useState(true);
  const blocks = offered.filter(({ value }) => chosen.has(value));
  const names = blocks.map(({ value }) => value).join(', ');
  const save = useMutation({
    mutationFn: async () => {
      const [newest] = (await manage.blocked.list(site.id, { count: 1 })).blocked;
      const made: Blocked[] = [];
      for (const { kind, value } of blocks) made.push((await manage.blocked.create(site.id, { kind, value })).blocked);
      // What was blocked before stays blocked after Undo.
      return made.filter(({ id }) => id > (newest?.id ?? 0));
    },
    onSuccess: (made) => {
      const lift = async () => {
        for (const { id } of made) await manage.blocked.remove(site.id, id);
        if (made.length > 0) toasts.show(block.lifted(made.map(({ value }) => value).join(', ')));
      };
      const run = () => void lift().catch((error: Error) => toasts.show(said.error(error)));
      // With the rejection, its Undo lifts the blocks too.
      toasts.show(block.done(names), isRejected ? undefined : { label: undo, run });
      if (isRejected) onReject(block.reason, lift);
      else onClose();
    },
  });
  const toggle = (value: string) => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    setChosen(next);
  };
  return (
    <Dialog closeLabel={common.close} onClose={onClose} title={block.title}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <p className="note">{block.hint}</p>
        {offered.map(({ named, value }) => (
          <label className="radio" key={value}>
            <input checked={chosen.has(value)} onChange={() => toggle(value)} type="checkbox" /> {block[named](value)}
          </label>
        ))}
        <label className="radio">
          <input checked={isRejected} onChange={() => setRejected(!isRejected)} type="checkbox" /> {block.also}
        </label>
        {save.error && (
          <p className="field-problem" role="alert">
            {said.error(save.error)}
          </p>
        )}
        <div className="dialog-actions">
          <button className="button" onClick={onClose} type="button">
            {common.cancel}
          </button>
          <button className="button delete primary" disabled={blocks.length === 0 || save.isPending} type="submit">
            {block.submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
