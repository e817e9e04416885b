import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../i18n/language.tsx';

/** The sections on a phone. */
export function MenuDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const words = useWords();
  return (
    <Drawer
      closeButtonProps={{ 'aria-label': words.common.close }}
      onClose={onClose}
      opened
      size="19rem"
      title={words.shell.menu}
    >
      <div className="drawer">{children}</div>
    </Drawer>
  );
}
