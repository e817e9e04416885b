/** The decisions, by buttons and keys. */
import { Menu } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useSections } from '../../api/queries.ts';
import { OpeningDialog } from '../../editor/fields.tsx';
import { Icon } from '../../icons.tsx';
import { articleAddress } from '../../shell/addresses.ts';
import { useIsOnline } from '../../shell/connection.tsx';
import { usePerson, useSite } from '../../shell/context.ts';
import { useKeys } from '../../shell/keys.ts';
import { blocksFor } from './blocks.ts';
import type { Decision } from './decisions.ts';
import type { OpenItem } from './queue.ts';
import type { Deciding } from './use-deciding.ts';
import { useInboxWords } from './words.ts';

const loadDialogs = () => import('./dialogs.tsx');
const LaterDialog = lazy(async () => ({ default: (await loadDialogs()).LaterDialog }));
const BlockDialog = lazy(async () => ({ default: (await loadDialogs()).BlockDialog }));
const ReturnDialog = lazy(async () => ({ default: (await loadDialogs()).ReturnDialog }));
/** The bar of selected articles has it too. */
export const RejectDialog = lazy(async () => ({ default: (await loadDialogs()).RejectDialog }));

const KEYS = { approve: 'a', reject: 'r', edit: 'e' };

interface ActionsProps {
  item: OpenItem;
  deciding: Deciding;
  onAdvance(): void;
}

export function Actions({ item, deciding, onAdvance }: ActionsProps) {
  const { actions } = useInboxWords();
  const site = useSite();
  const { shortcuts } = usePerson();
  const isOnline = useIsOnline();
  const [, navigate] = useLocation();
  const { data: sections = [] } = useSections(site.id);
  const [section, setSection] = useState(item.section_id);
  const [dialog, setDialog] = useState<'reject' | 'return' | 'later' | 'block' | null>(null);
  // A dialog opens under the keys that follow, not after them.
  useEffect(() => void loadDialogs().catch(() => undefined), []);
  const decide = (decision: Decision, takeBack?: () => Promise<void>) => {
    if (!isOnline) return;
    setDialog(null);
    deciding.decide({ ...item, version: item.article.version }, decision, takeBack);
    onAdvance();
  };
  const approve = (publish_at?: string) => decide({ kind: 'approve', section_id: section ?? undefined, publish_at });
  const edit = () => navigate(articleAddress(site.id, item.uid));
  useKeys(
    { [KEYS.approve]: () => approve(), [KEYS.reject]: () => isOnline && setDialog('reject'), [KEYS.edit]: edit },
    shortcuts && dialog === null,
  );
  const close = () => setDialog(null);
  return (
    <section aria-label={actions.label} className="inbox-actions">
      <fieldset disabled={!isOnline}>
        <select
          aria-label={actions.into}
          className="chip"
          onChange={({ currentTarget }) => setSection(Number(currentTarget.value))}
          value={section ?? ''}
        >
          {sections.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <button className="button primary" onClick={() => approve()} type="button">
          {actions.approve} <kbd>{KEYS.approve}</kbd>
        </button>
        <button className="button" onClick={() => setDialog('later')} type="button">
          {actions.later}
        </button>
        <button className="button delete" onClick={() => setDialog('reject')} type="button">
          {actions.reject} <kbd>{KEYS.reject}</kbd>
        </button>
        <button className="button" onClick={edit} type="button">
          {actions.edit} <kbd>{KEYS.edit}</kbd>
        </button>
        <Menu position="top-end">
          <Menu.Target>
            <button aria-label={actions.more} className="icon-button" type="button">
              <Icon name="more" size={20} />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => (item.item ? decide({ kind: 'draft' }) : setDialog('return'))}>
              {item.item ? actions.draft : actions.toAuthor}
            </Menu.Item>
            {blocksFor(item).length > 0 && <Menu.Item onClick={() => setDialog('block')}>{actions.block}</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      </fieldset>
      {!isOnline && <p className="note">{actions.offline}</p>}
      <Suspense fallback={<OpeningDialog />}>
        {dialog === 'reject' && (
          <RejectDialog
            hasLedger={item.item !== null}
            onClose={close}
            onReject={(reason) => decide({ kind: 'reject', reason })}
          />
        )}
        {dialog === 'return' && <ReturnDialog onClose={close} onReturn={(note) => decide({ kind: 'draft', note })} />}
        {dialog === 'later' && <LaterDialog onApprove={approve} onClose={close} />}
        {dialog === 'block' && (
          <BlockDialog
            item={item}
            onClose={close}
            onReject={(reason, takeBack) => decide({ kind: 'reject', reason }, takeBack)}
          />
        )}
      </Suspense>
    </section>
  );
}
