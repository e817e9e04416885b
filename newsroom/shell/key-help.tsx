import { Modal } from '@mantine/core';
import type { Words } from '../i18n/en.ts';
import { useWords } from '../i18n/language.tsx';
import { usePerson } from './context.ts';

const KEYS: [keys: string[], about: (words: Words) => string][] = [
  [['Ctrl', 'K'], ({ keys }) => keys.palette],
  [['?'], ({ keys }) => keys.help],
  [['/'], ({ keys }) => keys.search],
  [['n'], ({ keys }) => keys.create],
  [['g', 'a'], ({ keys }) => keys.go],
  [['g', 'c'], ({ keys }) => keys.goCalendar],
  [['j', 'k'], ({ keys }) => keys.move],
  [['x'], ({ keys }) => keys.select],
  [['Shift', 'x'], ({ keys }) => keys.range],
  [['Enter'], ({ keys }) => keys.open],
  [['Esc'], ({ keys }) => keys.back],
];

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const { shortcuts } = usePerson();
  return (
    <Modal closeButtonProps={{ 'aria-label': words.common.close }} onClose={onClose} opened title={words.shell.keys}>
      {!shortcuts && <p className="note">{words.keys.off}</p>}
      <dl className="key-list">
        {KEYS.map(([keys, about]) => (
          <div key={keys.join()}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{about(words)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
