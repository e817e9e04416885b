/** The front page, or a section, as readers see it: pins have places, everything else flows around them. */
import { Link, useSearchParams } from 'wouter';
import { useSections } from '../../api/queries.ts';
import { ChoiceField } from '../../editor/fields.tsx';
import { useWords } from '../../i18n/language.tsx';
import { useTimes } from '../../i18n/times.ts';
import { Icon } from '../../icons.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { OrderedList } from '../../parts/ordered-list.tsx';
import { usePictures } from '../../parts/pictures.ts';
import { SaveBar } from '../../parts/save-bar.tsx';
import { useDragging } from '../../parts/use-dragging.ts';
import { articleAddress } from '../../shell/addresses.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { Failure, Notice, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { Candidates } from './candidates.tsx';
import { flow, type Placed, pinnedAt, unpinned } from './flow.ts';
import { type PinArticle, type Pins, type StoredPins, usePins, useStoredPins } from './use-pins.ts';
import { usePinWords } from './words.ts';

/** Places that are shown; pins behind them are shown too. */
const SHOWN = 30;
const THUMB = { width: 240, height: 135 };

export function PinScreen() {
  const words = usePinWords();
  const { id } = useSite();
  const [search, setSearch] = useSearchParams();
  const { data: sections = [] } = useSections(id);
  const section = sections.find((one) => String(one.id) === search.get('section'))?.id;
  const { data, error, isPending, refetch } = useStoredPins(section);
  return (
    <div className="pins">
      <header className="pins-head">
        <h1>{words.title}</h1>
        <ChoiceField
          label={words.where}
          onChange={(value) => setSearch(value === '' ? {} : { section: value })}
          options={[['', words.front], ...sections.map((one) => [String(one.id), one.name] as const)]}
          value={section === undefined ? '' : String(section)}
        />
      </header>
      {data ? (
        <Places key={section ?? 'front'} sectionId={section} stored={data} />
      ) : isPending ? (
        <Waiting />
      ) : (
        <Failure error={error} onRetry={refetch} />
      )}
    </div>
  );
}

function Places({ stored, sectionId }: { stored: StoredPins; sectionId: number | undefined }) {
  const words = usePinWords();
  const toasts = useToasts();
  const { untitled } = useWords().article;
  const mayWrite = mayOn(usePerson(), 'content', 'write', useSite().id);
  const pins = usePins(stored, sectionId, () => toasts.show(words.saved));
  const served = useServed(pins.articles);
  const last = Math.max(SHOWN, ...pins.pins.map(({ index }) => index + 1));
  const shown = flow(pins.pins, served).slice(0, last);
  const put = (uid: string, index: number) => pins.change(pinnedAt(pins.pins, uid, index));
  const drag = useDragging({ onDrop: put });
  return (
    <>
      <p className="note">{words.hint}</p>
      <div className="pins-columns">
        <section aria-label={words.places} className="pins-places">
          {shown.length === 0 && <Notice hint={words.emptyHint} title={words.empty} />}
          <OrderedList
            drag={drag}
            isFixed={!mayWrite}
            items={shown}
            keyOf={({ article }) => article.uid}
            label={words.places}
            nameOf={({ article }) => article.title || untitled}
            onChange={(items, at) => {
              const moved = items[at];
              if (moved) put(moved.article.uid, at);
            }}
          >
            {(placed, index) => (
              <Place
                index={index}
                onPin={mayWrite ? () => put(placed.article.uid, index) : undefined}
                onUnpin={mayWrite ? () => pins.change(unpinned(pins.pins, placed.article.uid)) : undefined}
                placed={placed}
              />
            )}
          </OrderedList>
          <NotServed pins={pins} served={served} />
        </section>
        {mayWrite && <Candidates pins={pins} sectionId={sectionId} />}
      </div>
      {mayWrite && (shown.length > 0 || pins.isDirty) && (
        <SaveBar onSave={() => pins.save()} onSaveOver={() => pins.save(true)} state={pins} />
      )}
      <LeaveGuard isDirty={pins.isDirty} />
    </>
  );
}

/** Articles that readers see; those of hidden sections they do not. */
function useServed(articles: readonly PinArticle[]): PinArticle[] {
  const { data: sections = [] } = useSections(useSite().id);
  const hidden = new Set(sections.filter(({ state }) => state === 'hidden').map(({ id }) => id));
  return articles.filter(({ state, section_id }) => state === 'published' && !hidden.has(section_id));
}

interface PlaceProps {
  placed: Placed<PinArticle>;
  index: number;
  onPin: (() => void) | undefined;
  onUnpin: (() => void) | undefined;
}

function Place({ placed: { article, isPinned }, index, onPin, onUnpin }: PlaceProps) {
  const words = usePinWords();
  const { untitled } = useWords().article;
  const pictures = usePictures();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const { data: sections = [] } = useSections(site.id);
  const title = article.title || untitled;
  const section = sections.find(({ id }) => id === article.section_id)?.name;
  return (
    <div className="place" data-lead={index === 0} data-pinned={isPinned}>
      <span className="place-number">{index + 1}</span>
      {article.cover_url ? (
        <img alt="" className="place-cover" src={pictures.thumb(article.cover_url, THUMB.width, THUMB.height)} />
      ) : (
        <span className="place-cover" />
      )}
      <span className="row-text">
        <Link className="place-title" href={articleAddress(site.id, article.uid)}>
          {title}
        </Link>
        <span className="row-facts">
          {[section, article.published_at && times.short(article.published_at)].filter(Boolean).join(' · ')}
        </span>
      </span>
      {isPinned && <span className="place-pinned">{words.pinned}</span>}
      {(isPinned ? onUnpin : onPin) && (
        <button
          aria-label={isPinned ? words.unpinOf(title) : words.pinHere(title, index + 1)}
          aria-pressed={isPinned}
          className="icon-button place-pin"
          onClick={isPinned ? onUnpin : onPin}
          type="button"
        >
          <Icon name={isPinned ? 'close' : 'pin'} />
        </button>
      )}
    </div>
  );
}

function NotServed({ pins, served }: { pins: Pins; served: readonly PinArticle[] }) {
  const words = usePinWords();
  const { untitled } = useWords().article;
  const waiting = pins.pins.filter(({ uid }) => !served.some((article) => article.uid === uid));
  if (waiting.length === 0) return null;
  return (
    <section aria-label={words.waiting} className="pins-waiting">
      <h2>{words.waiting}</h2>
      <ul>
        {waiting.map(({ uid, index }) => {
          const title = pins.articles.find((article) => article.uid === uid)?.title || untitled;
          return (
            <li key={uid}>
              {words.waitingAt(title, index + 1)}{' '}
              <button className="link" onClick={() => pins.change(unpinned(pins.pins, uid))} type="button">
                {words.unpin}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
