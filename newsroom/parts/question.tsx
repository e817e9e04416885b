import { Alert, Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../i18n/language.tsx';
import { useSaid } from '../i18n/service/use-service-words.ts';

interface Props {
  title: string;
  /** What the button says that does it. */
  agree: string;
  work: { isPending: boolean; error: Error | null };
  isOpen?: boolean;
  onAgree: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that asks before something is deleted or ended. The way back has the focus, so that Enter deletes nothing. */
export function Question({ title, agree, work, isOpen = true, onAgree, onClose, children }: Props) {
  const said = useSaid();
  const { common } = useWords();
  return (
    <Modal centered closeButtonProps={{ 'aria-label': common.close }} onClose={onClose} opened={isOpen} title={title}>
      <div className="form">
        {work.error && <Alert color="red">{said.error(work.error)}</Alert>}
        {children}
        <p className="sheet-actions">
          <Button color="red" loading={work.isPending} onClick={onAgree}>
            {agree}
          </Button>
          <Button data-autofocus onClick={onClose} variant="default">
            {common.cancel}
          </Button>
        </p>
      </div>
    </Modal>
  );
}
