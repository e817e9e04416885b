/** The text of the article with its toolbar. */
import type { EditorState } from 'prosemirror-state';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { MediaItem } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useSaid } from '../i18n/service/use-service-words.ts';
import { useSite } from '../shell/context.ts';
import { useToasts } from '../shell/toasts.tsx';
import { type BodyView, createBodyView } from './body-view.ts';
import { figureOf, insert, linkAt, setLink } from './commands.ts';
import { useDescribing } from './describing.ts';
import { Dialog, TextField } from './fields.tsx';
import { MediaPicker, uploadPicture } from './media-picker.tsx';
import type { Pasted } from './paste.ts';
import { PictureBar } from './picture-bar.tsx';

import { writeBelow } from './pictures.ts';
import { TableBar } from './table-bar.tsx';
import { Toolbar } from './toolbar.tsx';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';
import type { EditorWords } from './words-en.ts';

type Asking = 'link' | 'picture' | undefined;

/** An article, or anything else with text. */
export interface BodyOwner extends Pick<OpenArticle, 'onBody' | 'flush'> {
  article: { body: string };
  set(fields: { body: string }): void;
}

interface BodyProps {
  open: BodyOwner;
  label?: string;
  isReadOnly?: boolean;
  /** Which pictures the browser may ask for, from the start on; by default all. */
  isLoaded?: ((address: string) => boolean) | undefined;
}

export function Body({ open, label, isReadOnly = false, isLoaded }: BodyProps) {
  const words = useEditorWords();
  const toasts = useToasts();
  const [asking, setAsking] = useState<Asking>();
  // A text that begins with a table has the cursor there before anyone has put it there.
  const [hasFocused, setHasFocused] = useState(false);
  const describing = useDescribing();
  const upload = useUpload((item) => {
    describing.remember(item);
    view.current?.run(insert(figureOf({ src: item.path, alt: item.alt_text ?? '' })));
  });
  const { view, state, place } = useBodyView(open, label ?? words.body, {
    onLink: () => setAsking('link'),
    onPasted(pasted, plain) {
      const notice = pasteNotice(pasted, words);
      if (notice) toasts.show(notice, plain && { label: words.pastePlain, run: plain });
    },
    onFiles: (files) => void upload(files),
    isReadOnly,
    isLoaded,
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices the focus of what is within
    <div className="body" onFocus={() => setHasFocused(true)}>
      {state && !isReadOnly && (
        <div className="body-tools">
          <Toolbar
            onLink={() => setAsking('link')}
            onPicture={() => setAsking('picture')}
            run={(command) => view.current?.run(command)}
            state={state}
          />
          <PictureBar
            change={(command) => view.current?.change(command)}
            onDescribed={describing.describe}
            run={(command) => view.current?.run(command)}
            state={state}
          />
          {hasFocused && (
            <TableBar
              change={(command) => view.current?.change(command)}
              run={(command) => view.current?.run(command)}
              state={state}
            />
          )}
        </div>
      )}
      <div className="body-place" ref={place} style={placeholders(words)} />
      {asking === 'link' && state && (
        <LinkDialog
          onClose={() => setAsking(undefined)}
          onSet={(href) => {
            setAsking(undefined);
            // After the dialog has returned the focus.
            window.setTimeout(() => view.current?.run(setLink(href)));
          }}
          was={linkAt(state)?.href ?? ''}
        />
      )}
      {asking === 'picture' && (
        <MediaPicker
          needsAlt
          onClose={() => setAsking(undefined)}
          onPick={(item) => {
            setAsking(undefined);
            describing.remember(item);
            window.setTimeout(() => {
              view.current?.run(insert(figureOf({ src: item.path, alt: item.alt_text ?? '' })));
              // The dialog has asked what it shows, so that nothing asks again: writing goes on below it.
              view.current?.run(writeBelow);
            });
          }}
        />
      )}
    </div>
  );
}

/** Texts of empty blocks, which style sheets show. */
function placeholders({ bodyPlaceholder, picture }: EditorWords): CSSProperties {
  const texts = { '--body-placeholder': bodyPlaceholder, '--caption-placeholder': picture.captionPlaceholder };
  const quoted = Object.entries(texts).map(([name, text]) => [name, JSON.stringify(text)]);
  return Object.fromEntries(quoted) as CSSProperties; // React has no names for properties of our own
}

function pasteNotice({ html, lostPictures, refusedPlayers }: Pasted, words: EditorWords): string {
  const parts = [
    html !== '' && words.pasted,
    lostPictures > 0 && words.lostPictures(lostPictures),
    refusedPlayers.length > 0 && words.refusedPlayers(refusedPlayers.join(', ')),
  ];
  return parts.filter((part) => part !== false).join(' ');
}

interface Hooks {
  onLink(): void;
  onPasted(pasted: Pasted, plain: (() => void) | undefined): void;
  onFiles(files: File[]): void;
  isReadOnly: boolean;
  isLoaded: ((address: string) => boolean) | undefined;
}

function useBodyView(open: BodyOwner, label: string, hooks: Hooks) {
  const latest = useRef(hooks);
  latest.current = hooks;
  const words = useEditorWords();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<BodyView | undefined>(undefined);
  const [state, setState] = useState<EditorState>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view lives as long as the article is open
  useEffect(() => {
    if (!place.current) return;
    const made: BodyView = createBodyView({
      place: place.current,
      body: open.article.body,
      label,
      words: words.kept,
      keys: {
        'Mod-k': () => {
          latest.current.onLink();
          return true;
        },
        'Alt-F10': () => focusTools(place.current),
      },
      onBody: (body) => open.set({ body }),
      onState: setState,
      onPasted: (pasted, plain) => latest.current.onPasted(pasted, plain),
      onFiles: (files) => latest.current.onFiles(files),
      isReadOnly: () => latest.current.isReadOnly,
      isLoaded: latest.current.isLoaded,
    });
    view.current = made;
    open.onBody.current = made.replace;
    open.flush.current = made.flush;
    const flush = () => made.flush();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      made.destroy();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view asks again whether it may be changed
  useEffect(() => view.current?.refresh(), [hooks.isReadOnly]);
  return { view, state, place };
}

/** In a table, Tab goes from cell to cell: this key goes to the buttons. */
function focusTools(place: HTMLElement | null): boolean {
  const found = ['.table-bar button:not(:disabled)', '.toolbar [tabindex="0"]'].map((selector) =>
    place?.parentElement?.querySelector<HTMLElement>(selector),
  );
  found.find((tool) => tool)?.focus();
  return true;
}

function useUpload(onDone: (item: MediaItem) => void) {
  const { manage } = useApi();
  const site = useSite();
  const toasts = useToasts();
  const said = useSaid();
  return async (files: File[]) => {
    for (const file of files) {
      try {
        onDone(await uploadPicture(manage, site.id, file));
      } catch (error) {
        toasts.show(error instanceof Error ? said.error(error) : String(error));
      }
    }
  };
}

function LinkDialog({ was, onSet, onClose }: { was: string; onSet(href: string): void; onClose(): void }) {
  const words = useEditorWords();
  const [href, setHref] = useState(was);
  return (
    <Dialog closeLabel={words.kept.cancel} onClose={onClose} title={words.link.title}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          onSet(withScheme(href.trim()));
        }}
      >
        <TextField label={words.link.address} onChange={setHref} placeholder="https://" type="url" value={href} />
        <div className="dialog-actions">
          {was !== '' && (
            <button className="button" onClick={() => onSet('')} type="button">
              {words.link.remove}
            </button>
          )}
          <button className="button primary" type="submit">
            {words.link.set}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** `example.com` is meant as an address of the web. */
function withScheme(href: string): string {
  if (href === '' || /^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(href)) return href;
  return href.includes('@') && !href.includes('/') ? `mailto:${href}` : `https://${href}`;
}
