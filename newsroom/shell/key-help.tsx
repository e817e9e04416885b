import { Modal } from '@mantine/core';
import { useLanguage, useWords } from '../i18n/language.tsx';
import { usePerson } from './context.ts';
import { type KeyWords, keysEn } from './key-words/words-en.ts';
import { keysFi } from './key-words/words-fi.ts';

const WORDS = { en: keysEn, fi: keysFi } satisfies Record<string, KeyWords>;

const KEYS: [keys: string[], about: (words: KeyWords) => string][] = [
  [['Ctrl', 'K'], ({ palette }) => palette],
  [['?'], ({ help }) => help],
  [['/'], ({ search }) => search],
  [['n'], ({ create }) => create],
  [['g', 'a'], ({ go }) => go],
  [['g', 'i'], ({ goInbox }) => goInbox],
  [['g', 'c'], ({ goCalendar }) => goCalendar],
  [['j', 'k'], ({ move }) => move],
  [['x'], ({ select }) => select],
  [['Shift', 'x'], ({ range }) => range],
  [['Enter'], ({ open }) => open],
  [['a', 'r', 'e', 'u'], ({ decide }) => decide],
  [['Esc'], ({ back }) => back],
];

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const keyWords = WORDS[useLanguage()];
  const { shortcuts } = usePerson();
  return (
    <Modal closeButtonProps={{ 'aria-label': words.common.close }} onClose={onClose} opened title={words.shell.keys}>
      {!shortcuts && <p className="note">{keyWords.off}</p>}
      <dl className="key-list">
        {KEYS.map(([keys, about]) => (
          <div key={keys.join()}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{about(keyWords)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
