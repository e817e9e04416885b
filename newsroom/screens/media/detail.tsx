/** One item: its picture with the focal point, what describes it, where it is used, and what can be done with it. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { MediaItem } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { TextField } from '../../editor/fields.tsx';
import { FocalPoint } from '../../editor/focal-point.tsx';
import { useTimes } from '../../i18n/times.ts';
import { Icon } from '../../icons.tsx';
import { mediaAddress } from '../../shell/addresses.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { Actions } from './actions.tsx';
import { type Draft, type OpenItem, useDescription } from './description.ts';
import { uploaderOf } from './filters.tsx';
import { isLimitedHere } from './own.ts';
import { searchText } from './search.ts';
import { extensionOf, sizeText } from './tile.tsx';
import { UsesOf, useUses } from './uses.tsx';
import { useMediaWords } from './words.ts';

export function Detail({ id, onClose }: { id: number; onClose(): void }) {
  const words = useMediaWords();
  const { manage } = useApi();
  const site = useSite();
  const close = useRef<HTMLButtonElement>(null);
  const query = useQuery({
    queryKey: ['media', site.id, 'item', id],
    queryFn: async ({ signal }): Promise<OpenItem> => {
      const answer = await manage.media.read(site.id, id, { signal });
      return { item: answer.media_item, etag: answer.etag };
    },
  });
  useEffect(() => {
    const before = document.activeElement;
    close.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <aside aria-label={query.data?.item.title || words.title} className="media-detail">
      <button
        aria-label={words.detail.close}
        className="icon-button media-close"
        onClick={onClose}
        ref={close}
        type="button"
      >
        <Icon name="close" />
      </button>
      {query.isPending && <Waiting />}
      {query.error && !query.data && <Failure error={query.error} onRetry={query.refetch} />}
      {query.data && <Item onClose={onClose} open={query.data} />}
    </aside>
  );
}

function Item({ open, onClose }: { open: OpenItem; onClose(): void }) {
  const { detail: words } = useMediaWords();
  const site = useSite();
  const person = usePerson();
  const uses = useUses(open.item.id);
  const { draft, set, state } = useDescription(open);
  const isLimited = isLimitedHere(person, site.id, open.item, uses.total);
  const mayWrite = mayOn(person, 'media', 'write', site.id) && !isLimited;
  return (
    <>
      <h2 className="media-name">{draft.title || words.untitled}</h2>
      <Preview draft={draft} item={open.item} mayWrite={mayWrite} set={set} />
      {isLimited && <p className="note">{words.own}</p>}
      <fieldset className="media-form" disabled={!mayWrite}>
        <TextField label={words.name} onChange={(title) => set({ title })} value={draft.title} />
        {open.item.type === 'image' && (
          <TextField
            hint={words.altHint}
            label={words.alt}
            onChange={(alt_text) => set({ alt_text })}
            rows={3}
            value={draft.alt_text ?? ''}
          />
        )}
        <TextField label={words.credit} onChange={(credit) => set({ credit })} value={draft.credit ?? ''} />
        <TextField label={words.caption} onChange={(caption) => set({ caption })} rows={2} value={draft.caption} />
      </fieldset>
      <p className={state.problem ? 'field-problem' : 'note'} role="status">
        {state.problem ?? (state.word && words[state.word])}
      </p>
      <UsesOf uses={uses} />
      <Facts item={open.item} />
      <Actions item={open.item} etag={open.etag} mayWrite={mayWrite} onClose={onClose} uses={uses} />
    </>
  );
}

interface PreviewProps {
  item: MediaItem;
  draft: Draft;
  mayWrite: boolean;
  set(fields: Partial<Draft>): void;
}

function Preview({ item, draft, mayWrite, set }: PreviewProps) {
  const { detail: words } = useMediaWords();
  if (item.type === 'image' && mayWrite)
    return (
      <FocalPoint
        onMove={(focal_x, focal_y) => set({ focal_x, focal_y })}
        url={item.path}
        words={words}
        x={draft.focal_x}
        y={draft.focal_y}
      />
    );
  if (item.type === 'image') return <img alt={item.alt_text ?? ''} className="media-preview" src={item.path} />;
  // biome-ignore lint/a11y/useMediaCaption: the library has no captions
  if (item.type === 'video') return <video className="media-preview" controls preload="metadata" src={item.path} />;
  // biome-ignore lint/a11y/useMediaCaption: as above
  if (item.type === 'audio') return <audio className="media-preview" controls preload="metadata" src={item.path} />;
  return <p className="media-face media-kind">{extensionOf(item)}</p>;
}

function Facts({ item }: { item: MediaItem }) {
  const { detail: words } = useMediaWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const { width, height, pages, size } = item;
  const parts = [
    extensionOf(item),
    width && height ? words.size(width, height) : null,
    pages && pages > 1 ? words.frames(pages) : null,
    sizeText(size),
  ];
  return (
    <section className="media-section">
      <h3>{words.facts}</h3>
      <p>{parts.filter(Boolean).join(' · ')}</p>
      {item.type === 'image' && <p className="note">{words.stripped}</p>}
      <p className="note">
        <Link href={mediaAddress(site.id) + searchText({ by: item.created_by })}>
          {words.uploadedBy(uploaderOf(item))}
        </Link>
        {`, ${times.moment(item.created_at)}`}
      </p>
      {item.source_url && (
        <p className="note media-source">
          {words.source} <a href={item.source_url}>{item.source_url}</a>
        </p>
      )}
    </section>
  );
}
