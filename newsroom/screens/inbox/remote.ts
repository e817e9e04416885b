/**
 * Pictures on other servers, in what anybody can send: whoever loads them tells the sender that, when and from where a moderator reads the
 * text. They are loaded when the moderator asks for them.
 */
import { useMemo, useState } from 'react';
import type { PendingArticle } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { asksOthers } from '../../parts/html-text.tsx';
import { picturesOf } from '../../parts/pictures.ts';
import type { OpenItem } from './queue.ts';

const SENT = ['email', 'upload_form', 'guest_api'];

export const isSent = ({ source }: Pick<PendingArticle, 'source'>) => source !== null && SENT.includes(source.kind);

export interface Remote {
  /** Something is not loaded. */
  isWaiting: boolean;
  load(): void;
  isLoaded(address: string): boolean;
}

export function useRemote(item: OpenItem): Remote {
  const { mediaUrl } = useApi();
  const isOwn = useMemo(() => picturesOf(mediaUrl).isOwn, [mediaUrl]);
  const [isWanted, setWanted] = useState(false);
  const { cover_url, summary, body } = item.article;
  const isBlocked = isSent(item) && !isWanted;
  const isWaiting = useMemo(
    () =>
      isBlocked &&
      ((cover_url !== null && !isOwn(cover_url)) || [summary, body].some((html) => asksOthers(html, isOwn))),
    [isBlocked, isOwn, cover_url, summary, body],
  );
  const isLoaded = useMemo(() => (isBlocked ? isOwn : () => true), [isBlocked, isOwn]);
  return { isWaiting, load: () => setWanted(true), isLoaded };
}
