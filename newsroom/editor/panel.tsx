/** Everything about the article that is not its text, in tabs whose name is in the address. */
import type { KeyboardEvent } from 'react';
import { useSearchParams } from 'wouter';
import { useScrollEnds } from '../parts/scroll-ends.ts';
import { usePerson, useSite } from '../shell/context.ts';
import { mayOn } from '../shell/rights.ts';
import { Attachment } from './attachment.tsx';
import { Cover } from './cover.tsx';
import { Details } from './details.tsx';
import { History } from './history.tsx';
import { useIsLocked } from './locked.tsx';
import { Results } from './results.tsx';
import { Share } from './share.tsx';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

const TABS = {
  details: Details,
  cover: Cover,
  share: Share,
  attachment: Attachment,
  history: History,
  results: Results,
};
type Tab = keyof typeof TABS;
const NAMES = Object.keys(TABS) as Tab[];

export function Panel({ open }: { open: OpenArticle }) {
  const { panel } = useEditorWords();
  const mayRead = mayOn(usePerson(), 'campaigns', 'read', useSite().id);
  const names = NAMES.filter((name) => name !== 'results' || mayRead);
  const isLocked = useIsLocked(open);
  const [search, setSearch] = useSearchParams();
  const given = search.get('tab');
  const tab: Tab = names.find((name) => name === given) ?? 'details';
  const Content = TABS[tab];
  const row = useScrollEnds<HTMLDivElement>();
  const show = (next: Tab) => setSearch({ tab: next }, { replace: true });
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const next = names[(names.indexOf(tab) + by + names.length) % names.length] ?? tab;
    show(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <aside aria-label={panel.label} className="editor-panel" id="properties" tabIndex={-1}>
      <div className="editor-tabs" onKeyDown={onKey} ref={row} role="tablist">
        {names.map((name) => (
          <button
            aria-controls="tab-panel"
            aria-selected={name === tab}
            className="editor-tab"
            id={`tab-${name}`}
            key={name}
            onClick={() => show(name)}
            role="tab"
            tabIndex={name === tab ? 0 : -1}
            type="button"
          >
            {panel[name]}
          </button>
        ))}
      </div>
      <div aria-labelledby={`tab-${tab}`} className="tab-panel" id="tab-panel" role="tabpanel">
        <fieldset className="panel-fields" disabled={isLocked}>
          <Content key={tab} open={open} />
        </fieldset>
      </div>
    </aside>
  );
}
