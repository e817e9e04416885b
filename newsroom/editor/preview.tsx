/** The article as readers would see it, saved but not published, and a link for someone who has no account. */
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import type { ManagedArticle } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useSections } from '../api/queries.ts';
import { useTimes } from '../i18n/times.ts';
import { usePictures } from '../parts/pictures.ts';
import { useLoaded } from '../parts/remote-pictures.ts';
import { useSite } from '../shell/context.ts';
import { Failure, Notice, Waiting } from '../shell/states.tsx';
import { Dialog, Labelled } from './fields.tsx';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

const VIEWS = ['desktop', 'phone', 'card'] as const;
type View = (typeof VIEWS)[number];
/** Pixels of the screens that the frames show. */
const SCREENS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 700 } };
const DAY = 86_400_000;

export function PreviewDialog({
  open,
  settle,
  onClose,
  isWaiting,
}: {
  open: OpenArticle;
  /** It would load pictures that the editor has not asked for. */
  isWaiting: boolean;
  settle(): Promise<void>;
  onClose(): void;
}) {
  const { kept, preview } = useEditorWords();
  const [view, setView] = useState<View>(isPhone() ? 'phone' : 'desktop');
  const { data, error, isPending, refetch } = usePreview(open.article.uid, settle);
  // A page of its own shows the text as readers will get it.
  const [isAllowed, setAllowed] = useState(!isWaiting);
  return (
    <Dialog className="dialog-preview" closeLabel={kept.cancel} onClose={onClose} title={preview.open}>
      <Views onChange={setView} view={view} />
      <div
        aria-labelledby={`preview-${view}`}
        className="preview-view"
        data-view={view}
        id="preview-view"
        role="tabpanel"
      >
        {view === 'card' ? (
          <Card article={open.article} />
        ) : !isAllowed ? (
          <Notice title={preview.loads}>
            <button className="button primary" onClick={() => setAllowed(true)} type="button">
              {preview.anyway}
            </button>
          </Notice>
        ) : data ? (
          <Screen key={view} path={new URL(data.page_url).pathname} title={preview.views[view]} {...SCREENS[view]} />
        ) : isPending ? (
          <Waiting>{preview.making}</Waiting>
        ) : (
          <Failure error={error} onRetry={refetch} />
        )}
      </div>
      {data && <ShareLink expiresAt={data.expires_at} url={data.url} />}
    </Dialog>
  );
}

const isPhone = () => matchMedia('(max-width: 48rem)').matches;

/** One link for as long as the page is open; the frame always shows what is saved. */
function usePreview(uid: string, settle: () => Promise<void>) {
  const { manage } = useApi();
  const site = useSite();
  const saved = useQuery({
    queryKey: ['previews', site.id, uid, 'saved'],
    queryFn: async () => {
      await settle();
      return true;
    },
    gcTime: 0,
  });
  const made = useQuery({
    queryKey: ['previews', site.id, uid],
    queryFn: async () => (await manage.previews.create(site.id, uid)).preview,
    enabled: saved.data === true,
    staleTime: DAY,
    gcTime: DAY,
    refetchOnWindowFocus: false,
  });
  return saved.data
    ? made
    : { data: undefined, error: saved.error, isPending: saved.isPending, refetch: saved.refetch };
}

function Views({ view, onChange }: { view: View; onChange(view: View): void }) {
  const { preview } = useEditorWords();
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const next = VIEWS[(VIEWS.indexOf(view) + by + VIEWS.length) % VIEWS.length] ?? view;
    onChange(next);
    document.getElementById(`preview-${next}`)?.focus();
  };
  return (
    <div aria-label={preview.open} className="preview-tabs" onKeyDown={onKey} role="tablist">
      {VIEWS.map((name) => (
        <button
          aria-controls="preview-view"
          aria-selected={name === view}
          className="editor-tab"
          id={`preview-${name}`}
          key={name}
          onClick={() => onChange(name)}
          role="tab"
          tabIndex={name === view ? 0 : -1}
          type="button"
        >
          {preview.views[name]}
        </button>
      ))}
    </div>
  );
}

/** A page of this width, made smaller where there is less room. */
function Screen({ path, title, width, height }: { path: string; title: string; width: number; height: number }) {
  const { ref, width: room } = useElementSize();
  const scale = room === 0 ? 0 : Math.min(1, room / width);
  return (
    <div className="preview-room" ref={ref} style={{ height: height * scale }}>
      <iframe
        sandbox="allow-same-origin allow-popups"
        src={path}
        style={{
          width,
          height,
          transform: `scale(${scale})`,
          marginInlineStart: Math.max(0, (room - width * scale) / 2),
        }}
        title={title}
      />
    </div>
  );
}

function Card({ article }: { article: ManagedArticle }) {
  const site = useSite();
  const pictures = usePictures();
  const isLoaded = useLoaded();
  const section = useSections(site.id).data?.find(({ id }) => id === article.section_id);
  return (
    <article className="preview-card">
      {article.cover_url && isLoaded(article.cover_url) && (
        <img
          alt={article.alt_text ?? ''}
          src={pictures.full(article.cover_url)}
          style={{ objectPosition: `${article.cover_pos_x}% ${article.cover_pos_y}%` }}
        />
      )}
      <p className="preview-kicker">{section?.name}</p>
      <h3>{article.title}</h3>
      {article.summary && <p>{article.summary}</p>}
      {article.author_credit && <p className="note">{article.author_credit}</p>}
    </article>
  );
}

function ShareLink({ url, expiresAt }: { url: string; expiresAt: string }) {
  const { preview } = useEditorWords();
  const id = useId();
  const times = useTimes(useSite().time_zone);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const field = document.getElementById(id);
    if (field instanceof HTMLInputElement) field.select();
    // Pages that are not served securely have no clipboard; the address is selected, ready for Ctrl C.
    await navigator.clipboard?.writeText(url);
    setCopied(navigator.clipboard !== undefined);
  };
  return (
    <div className="preview-link">
      <Labelled hint={preview.linkHint(times.moment(expiresAt))} id={id} label={preview.link}>
        <input aria-describedby={`${id}-hint`} id={id} readOnly value={url} />
      </Labelled>
      <div className="button-row">
        <button className="button" onClick={() => void copy()} type="button">
          {isCopied ? preview.copied : preview.copy}
        </button>
        <a className="button" href={url} rel="noreferrer" target="_blank">
          {preview.newTab}
        </a>
      </div>
      <p className="for-readers" role="status">
        {isCopied ? preview.copied : ''}
      </p>
    </div>
  );
}
