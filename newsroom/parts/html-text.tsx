/** A text as it reads, without links and players that could be followed by mistake. */
import { useCallback } from 'react';
import { previewHtml } from '../editor/kept-preview.ts';
import { parseInPage } from '../editor/parse.ts';

interface HtmlTextProps {
  html: string;
  className?: string;
  /** Which pictures, sounds and videos are loaded; by default all. */
  isLoaded?: ((address: string) => boolean) | undefined;
}

export function HtmlText({ html, className = '', isLoaded }: HtmlTextProps) {
  const fill = useCallback(
    (place: HTMLDivElement | null) => {
      if (place) place.innerHTML = previewHtml(parseInPage(html), isLoaded);
    },
    [html, isLoaded],
  );
  return <div className={`read-text ${className}`} dir="auto" ref={fill} />;
}

/** Whether the text asks other servers for something. */
export function asksOthers(html: string, isOwn: (address: string) => boolean): boolean {
  let asks = false;
  previewHtml(parseInPage(html), (address) => {
    asks ||= !isOwn(address);
    return true;
  });
  return asks;
}
