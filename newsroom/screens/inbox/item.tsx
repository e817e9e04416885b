/** The article that is open: where it comes from, what was decided before, what to look at, and the text. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PendingArticle } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { Icon } from '../../icons.tsx';
import { HtmlText } from '../../parts/html-text.tsx';
import { isSent, usePictures } from '../../parts/pictures.ts';
import { useRemote } from '../../parts/remote-pictures.ts';
import { usePartWords } from '../../parts/words.ts';
import { useSite } from '../../shell/context.ts';
import { Failure, Notice, Waiting } from '../../shell/states.tsx';
import { Actions } from './actions.tsx';
import { isDecided } from './decisions.ts';
import { Earlier, Origin, Warnings } from './origin.tsx';
import { itemQuery, type OpenItem } from './queue.ts';
import { type ClaimState, useClaim } from './use-claim.ts';
import type { Deciding } from './use-deciding.ts';
import { useInboxWords } from './words.ts';

interface ItemPaneProps {
  uid: string;
  /** The article that a decision opens; undefined if nothing is free. */
  next: string | undefined;
  deciding: Deciding;
  rowOf(uid: string): PendingArticle | undefined;
  onAdvance(): void;
  onLeave(): void;
  onTaken(by: string | null, title: string): void;
  onGone(): void;
}

export function ItemPane(props: ItemPaneProps) {
  const words = useInboxWords();
  const { uid, deciding, rowOf, onTaken, onGone, onLeave } = props;
  const row = useRef(rowOf(uid)).current;
  const now = rowOf(uid);
  const claim = useClaim(uid, now ? `held by ${now.claimed_by}` : 'gone', {
    onTaken: (by) => onTaken(by, row?.title || words.ledger.untitled),
    isDecided: () => deciding.isDecided(uid),
    onGone,
  });
  return (
    <article aria-label={row?.title || words.ledger.untitled} className="inbox-item">
      <button className="link back-link inbox-back" onClick={onLeave} type="button">
        <Icon name="back" /> {words.queue.toQueue}
      </button>
      <Claimed {...props} claim={claim} />
    </article>
  );
}

function Claimed({ claim, ...props }: ItemPaneProps & { claim: ClaimState }) {
  const words = useInboxWords();
  const api = useApi();
  const site = useSite();
  const { data, error, refetch } = useQuery(itemQuery(api, site.id, props.uid));
  const next = props.next !== undefined && (
    <button className="button primary" onClick={props.onAdvance} type="button">
      {words.next}
    </button>
  );
  if (claim.is === 'taken')
    return (
      <Notice hint={words.takenHint} title={words.taken(claim.by ?? words.someone)}>
        {next}
      </Notice>
    );
  if (claim.is === 'gone' || (error && isDecided(error)))
    return (
      <Notice hint={words.goneHint} title={words.gone}>
        {next}
      </Notice>
    );
  if (claim.is === 'failed') return <Failure error={claim.error} onRetry={refetch} />;
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (claim.is === 'waiting' || !data) return <ItemSkeleton />;
  return <Shown {...props} item={data} />;
}

function Shown({ item, deciding, onAdvance }: ItemPaneProps & { item: OpenItem }) {
  const words = useInboxWords();
  const pictures = usePictures();
  const heading = useRef<HTMLHeadingElement>(null);
  // Readers of the screen hear the next article; a field that someone types in keeps the focus.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  const { article } = item;
  const { remote: remoteWords } = usePartWords();
  const remote = useRemote(article, isSent(item.source?.kind));
  return (
    <>
      <div className="inbox-read">
        <h2 className="inbox-title" ref={heading} tabIndex={-1}>
          {article.title || words.ledger.untitled}
        </h2>
        <Origin item={item} />
        <Earlier item={item} />
        <Warnings item={item} />
        {remote.isWaiting && (
          <p className="note">
            {remoteWords.hidden}{' '}
            <button className="link" onClick={remote.load} type="button">
              {remoteWords.load}
            </button>
          </p>
        )}
        {article.cover_url && remote.isLoaded(article.cover_url) && (
          <figure className="inbox-cover">
            <img alt={article.alt_text ?? ''} src={pictures.thumb(article.cover_url, 1_280, 720)} />
          </figure>
        )}
        {article.summary && <HtmlText className="inbox-summary" html={article.summary} isLoaded={remote.isLoaded} />}
        {article.body ? (
          <HtmlText html={article.body} isLoaded={remote.isLoaded} />
        ) : (
          <p className="note">{words.noBody}</p>
        )}
        {article.tags.length > 0 && <p className="note">{article.tags.join(' · ')}</p>}
      </div>
      <Actions deciding={deciding} item={item} onAdvance={onAdvance} />
    </>
  );
}

function ItemSkeleton() {
  return (
    <Waiting>
      <span className="skeletons">
        <span className="skeleton" />
        <span className="skeleton" />
      </span>
    </Waiting>
  );
}
