/**
 * Pictures on other servers, in what anybody can send: loading them tells the sender that, when and from where somebody reads the
 * text, so they are loaded when the reader asks for them.
 */
import { createContext, useContext, useMemo, useState } from 'react';
import type { ManagedArticle } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { asksOthers } from './html-text.tsx';
import { picturesOf } from './pictures.ts';

export interface Remote {
  /** Something is not loaded. */
  isWaiting: boolean;
  load(): void;
  isLoaded(address: string): boolean;
}

export function useRemote(
  { cover_url, summary, body }: Pick<ManagedArticle, 'cover_url' | 'summary' | 'body'>,
  isFromOutside: boolean,
): Remote {
  const { mediaUrl } = useApi();
  const isOwn = useMemo(() => picturesOf(mediaUrl).isOwn, [mediaUrl]);
  const [isWanted, setWanted] = useState(false);
  const isBlocked = isFromOutside && !isWanted;
  const isWaiting = useMemo(
    () =>
      isBlocked &&
      ((cover_url !== null && !isOwn(cover_url)) || [summary, body].some((html) => asksOthers(html, isOwn))),
    [isBlocked, isOwn, cover_url, summary, body],
  );
  const isLoaded = useMemo(() => (isBlocked ? isOwn : everything), [isBlocked, isOwn]);
  return { isWaiting, load: () => setWanted(true), isLoaded };
}

export const everything = () => true;

const LoadedContext = createContext<Remote['isLoaded']>(everything);
export const LoadedProvider = LoadedContext.Provider;

/** Which pictures of the open article the browser may ask for. */
export function useLoaded(): Remote['isLoaded'] {
  return useContext(LoadedContext);
}
