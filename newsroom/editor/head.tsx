/** The head of the editor: what state the article is in, whether it is saved, and what can be done with it. */
import { Link } from 'wouter';
import { useWords } from '../i18n/language.tsx';
import { useTimes } from '../i18n/times.ts';
import { Icon } from '../icons.tsx';
import { articlesAddress } from '../shell/addresses.ts';
import { useSite } from '../shell/context.ts';
import { ArticleMenu } from './article-menu.tsx';
import { fieldName } from './field-name.ts';
import { useLock } from './locked.tsx';
import { OnSite } from './on-site.tsx';
import {
  type Action,
  isAheadOfReaders,
  isAheadOfSchedule,
  isDone,
  type Settle,
  useAction,
  useHasTitle,
} from './publish.tsx';
import { statusOf } from './save-state.ts';
import type { OpenArticle } from './use-article.ts';
import { useProblems } from './use-problems.ts';
import { useEditorWords } from './words.ts';
import type { EditorWords } from './words-en.ts';

interface HeadProps {
  open: OpenArticle;
  onPublish(): void;
  onPreview(): void;
  onConflict(): void;
  settle: Settle;
}

export function Head({ open, onPublish, onPreview, onConflict, settle }: HeadProps) {
  const words = useEditorWords();
  const shared = useWords();
  const site = useSite();
  const action = useAction(open.article);
  const { state } = open.article;
  const hasTitle = useHasTitle(open);
  const isChanged = isAheadOfReaders(open);
  const lock = useLock(open);
  const isUnscheduled = isAheadOfSchedule(open);
  return (
    <header className="editor-head">
      <Link className="back-link" href={articlesAddress(site.id)}>
        <Icon name="back" />
        <span>{words.articles}</span>
      </Link>
      <div className="editor-standing">
        <span className="editor-state" data-state={state}>
          {shared.article.states[state]} <Moment article={open.article} />
          {isChanged && <span className="changes-chip">{shared.article.unpublishedChanges}</span>}
          {isUnscheduled && <span className="changes-chip">{words.publish.notScheduled}</span>}
        </span>
        <SaveStatus onConflict={onConflict} open={open} />
      </div>
      {state === 'published' && <OnSite article={open.article} />}
      {lock !== 'forbidden' && (
        <button className="button preview-button" onClick={onPreview} type="button">
          <Icon name="eye" />
          <span>{words.preview.open}</span>
        </button>
      )}
      {lock !== 'forbidden' && <ArticleMenu open={open} settle={settle} />}
      {!lock && (
        <button
          aria-disabled={hasTitle ? undefined : true}
          className="button primary"
          disabled={isDone(action, open)}
          onClick={onPublish}
          title={isDone(action, open) ? words.publish.nothing[action] : hasTitle ? undefined : words.publish.noTitle}
          type="button"
        >
          {isUnscheduled ? words.publish.updateSchedule : labelOf(action, state === 'scheduled', words)}
        </button>
      )}
    </header>
  );
}

/** When a scheduled article will be published. */
function Moment({ article: { state, publish_at } }: Pick<OpenArticle, 'article'>) {
  const times = useTimes(useSite().time_zone);
  if (state !== 'scheduled' || !publish_at) return null;
  return (
    <time className="editor-moment" dateTime={publish_at}>
      {times.moment(publish_at)}
    </time>
  );
}

function labelOf(action: Action, isScheduled: boolean, { publish }: EditorWords) {
  if (action === 'publish' && isScheduled) return publish.scheduled;
  if (action !== 'submit') return publish[action];
  const [first, ...rest] = publish.submit.split(' ');
  // On a phone there is room for the first word.
  return (
    <>
      {first} <span className="on-desktop">{rest.join(' ')}</span>
    </>
  );
}

function SaveStatus({ open, onConflict }: { open: OpenArticle; onConflict(): void }) {
  const words = useEditorWords();
  const status = statusOf(open.state);
  const problems = useProblems(open.state);
  const refused = Object.keys(problems).map((field) => fieldName(field, words));
  const hints: Partial<Record<typeof status, string>> = {
    refused: Object.values(problems).join(' '),
    device: words.save.deviceHint,
    gone: words.save.goneHint,
    forbidden: words.save.forbiddenHint,
  };
  return (
    <div className="save-status" data-status={status} role="status">
      {status === 'conflict' ? (
        <button className="link" onClick={onConflict} type="button">
          {words.save.conflict}
        </button>
      ) : (
        <span title={hints[status]}>
          {status === 'refused' ? words.save.refusedFields(refused.join(', ')) : words.save[status]}
        </span>
      )}
    </div>
  );
}
