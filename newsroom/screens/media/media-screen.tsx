/** The library of a site: to look through, to add to, and to describe what is there. */
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { MediaItem } from '../../../src/sdk/client.ts';
import { mediaAddress } from '../../shell/addresses.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { useKeys } from '../../shell/keys.ts';
import { mayOn } from '../../shell/rights.ts';
import { Notice } from '../../shell/states.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { Detail } from './detail.tsx';
import { DropTarget } from './drop-target.tsx';
import { FileButton } from './file-button.tsx';
import { MediaFilters, MediaSearchField } from './filters.tsx';
import { MediaGrid } from './grid.tsx';
import { useMediaItems } from './items.ts';
import { type ChangeSearch, hasFilters, type MediaSearch, NO_FILTERS, searchText, useMediaSearch } from './search.ts';
import { TileFace } from './tile.tsx';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './uploads.ts';
import { useMediaWords } from './words.ts';

export function MediaScreen() {
  const words = useMediaWords();
  const site = useSite();
  const person = usePerson();
  const mayWrite = mayOn(person, 'media', 'write', site.id);
  const [search, change] = useMediaSearch();
  const found = useMediaItems(search);
  const uploads = useUploads();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const searchField = useRef<HTMLInputElement>(null);
  useKeys(
    {
      '/': () => searchField.current?.focus(),
      escape: () => (search.item ? change({ item: undefined }) : setChosen(new Set())),
    },
    person.shortcuts,
  );
  const selected = found.items.filter(({ id }) => chosen.has(id));
  const toggle = (id: number) => setChosen(toggled(chosen, id));
  return (
    <div className="media" data-open={search.item !== undefined}>
      <div className="media-main">
        <Head change={change} mayWrite={mayWrite} search={search} searchField={searchField} uploads={uploads} />
        {selected.length > 0 ? (
          <BulkBar
            items={selected}
            onSelect={(ids) => setChosen(new Set(ids))}
            onSelectAll={() => setChosen(new Set(found.items.map(({ id }) => id)))}
          />
        ) : (
          <MediaFilters
            change={change}
            items={found.items}
            search={search}
            total={found.query.data ? found.total : null}
          />
        )}
        <UploadList onOpen={(item) => change({ item })} uploads={uploads} />
        <MediaGrid
          {...found}
          empty={<Nothing change={change} mayWrite={mayWrite} onFiles={uploads.add} search={search} />}
          label={words.title}
          tile={(item) => (
            <Tile isChosen={chosen.has(item.id)} item={item} mayWrite={mayWrite} onToggle={toggle} search={search} />
          )}
        />
      </div>
      {search.item !== undefined && (
        <Detail id={search.item} key={search.item} onClose={() => change({ item: undefined })} />
      )}
      {mayWrite && <DropTarget onFiles={uploads.add} />}
    </div>
  );
}

function toggled(chosen: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

interface HeadProps {
  search: MediaSearch;
  change: ChangeSearch;
  searchField: React.RefObject<HTMLInputElement | null>;
  uploads: ReturnType<typeof useUploads>;
  mayWrite: boolean;
}

function Head({ search, change, searchField, uploads, mayWrite }: HeadProps) {
  const words = useMediaWords();
  const [isAsking, setAsking] = useState(false);
  const { q = '' } = search;
  return (
    <div className="articles-head">
      <h1>{words.title}</h1>
      <MediaSearchField
        fieldRef={searchField}
        onChange={(typed) => change({ q: typed || undefined }, { replace: q !== '' })}
        q={q}
      />
      {mayWrite && (
        <>
          <button className="button" onClick={() => setAsking(true)} type="button">
            {words.byAddress}
          </button>
          <FileButton accept="image/*" className="media-camera" isCamera onFiles={uploads.add}>
            {words.camera}
          </FileButton>
          <FileButton className="primary" isMultiple onFiles={uploads.add}>
            {words.upload}
          </FileButton>
        </>
      )}
      {isAsking && (
        <AddressDialog
          onAddress={(address) => {
            setAsking(false);
            uploads.add([address]);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

interface TileProps {
  item: MediaItem;
  search: MediaSearch;
  isChosen: boolean;
  mayWrite: boolean;
  onToggle(id: number): void;
}

function Tile({ item, search, isChosen, mayWrite, onToggle }: TileProps) {
  const words = useMediaWords();
  const site = useSite();
  return (
    <div className="media-cell" data-chosen={isChosen} data-open={search.item === item.id}>
      <Link
        aria-current={search.item === item.id ? 'true' : undefined}
        className="media-open"
        href={mediaAddress(site.id) + searchText({ ...search, item: item.id })}
      >
        <TileFace item={item} />
      </Link>
      {mayWrite && (
        <span className="media-check">
          <input
            aria-label={words.select(item.title || words.detail.untitled)}
            checked={isChosen}
            onChange={() => onToggle(item.id)}
            type="checkbox"
          />
        </span>
      )}
    </div>
  );
}

interface NothingProps {
  search: MediaSearch;
  change: ChangeSearch;
  mayWrite: boolean;
  onFiles(files: File[]): void;
}

function Nothing({ search, change, mayWrite, onFiles }: NothingProps) {
  const words = useMediaWords();
  if (hasFilters(search))
    return (
      <Notice hint={words.noMatchHint} title={words.noMatch}>
        <button className="button" onClick={() => change(NO_FILTERS)} type="button">
          {words.clearFilters}
        </button>
      </Notice>
    );
  return (
    <Notice hint={words.emptyHint} title={words.empty}>
      {mayWrite && (
        <FileButton className="primary" isMultiple onFiles={onFiles}>
          {words.upload}
        </FileButton>
      )}
    </Notice>
  );
}
