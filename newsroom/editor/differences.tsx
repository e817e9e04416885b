/** What differs between two versions of an article: fields as text, the body as it reads or as source. */
import { diffWords } from 'diff';
import { useCallback, useId, useMemo } from 'react';
import type { ManagedArticle } from '../../src/sdk/client.ts';
import { useLoaded } from '../parts/remote-pictures.ts';
import { compareBodies } from './comparison/compare.ts';
import { fieldName } from './field-name.ts';
import { previewHtml } from './kept-preview.ts';
import { parseInPage } from './parse.ts';
import { useEditorWords } from './words.ts';

const COMPARED = ['title', 'summary', 'tags', 'author_credit', 'article_url', 'cover_url', 'alt_text'] as const;
const MODES = ['rendered', 'source'] as const;
export type Mode = (typeof MODES)[number];

interface Props {
  then: Partial<ManagedArticle>;
  now: ManagedArticle;
  mode: Mode;
  onMode(mode: Mode): void;
}

/** From then to now: removed parts are those of the older version. */
export function Differences({ then, now, mode, onMode }: Props) {
  const words = useEditorWords();
  const { history } = words;
  const asText = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));
  const parts = COMPARED.map((field) => ({ field, before: asText(then[field]), after: asText(now[field]) })).filter(
    ({ before, after }) => before !== after,
  );
  const body = { before: then.body ?? '', after: now.body };
  if (parts.length === 0 && body.before === body.after) return <p className="note">{history.same}</p>;
  return (
    <>
      {parts.map(({ field, before, after }) => (
        <div className="difference-part" key={field}>
          <h3>{fieldName(field, words)}</h3>
          <ChangedWords after={after} before={before} />
        </div>
      ))}
      {body.before !== body.after && (
        <div className="difference-part">
          <h3>{fieldName('body', words)}</h3>
          <ModeChoice mode={mode} onMode={onMode} />
          {mode === 'source' ? <ChangedWords {...body} isSource /> : <Rendered {...body} />}
        </div>
      )}
    </>
  );
}

function ModeChoice({ mode, onMode }: Pick<Props, 'mode' | 'onMode'>) {
  const { history } = useEditorWords();
  const name = useId();
  return (
    <fieldset aria-label={history.mode} className="difference-mode">
      {MODES.map((one) => (
        <label key={one}>
          <input checked={mode === one} name={name} onChange={() => onMode(one)} type="radio" /> {history.modes[one]}
        </label>
      ))}
    </fieldset>
  );
}

export function ChangedWords({
  before,
  after,
  isSource = false,
}: {
  before: string;
  after: string;
  isSource?: boolean;
}) {
  const { history } = useEditorWords();
  return (
    <p className={isSource ? 'difference-text source' : 'difference-text'}>
      {diffWords(before, after).map(({ value, added, removed }, index) => {
        const Part = added ? 'ins' : removed ? 'del' : 'span';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name and never move
          <Part key={index} title={added ? history.added : removed ? history.removed : undefined}>
            {value}
          </Part>
        );
      })}
    </p>
  );
}

function Rendered({ before, after }: { before: string; after: string }) {
  const { history } = useEditorWords();
  const isLoaded = useLoaded();
  const { html, isMarked } = useMemo(() => compareBodies(before, after, parseInPage), [before, after]);
  const fill = useCallback(
    (place: HTMLDivElement | null) => {
      if (place) place.innerHTML = previewHtml(parseInPage(html), isLoaded);
    },
    [html, isLoaded],
  );
  return (
    <>
      {!isMarked && <p className="note">{history.layout}</p>}
      <div className="difference-text rendered" dir="auto" ref={fill} />
    </>
  );
}
