import { Link } from 'wouter';
import { useWords } from '../../i18n/language.tsx';
import { Icon } from '../../icons.tsx';
import { articleAddress, nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import type { CalendarItem, Source } from './items.ts';
import { useDayNames } from './times.ts';
import { isMovable, type Moving } from './use-moving.ts';
import { useCalendarWords } from './words.ts';

/** One line: time, title, and a handle if it can be moved. The colour repeats the label. */
export function ItemView({ item, moving, isWide = false }: { item: CalendarItem; moving: Moving; isWide?: boolean }) {
  const words = useCalendarWords();
  const { article } = useWords();
  const site = useSite();
  const names = useDayNames();
  const title = item.title || article.untitled;
  const canMove = moving.isAllowed && isMovable(item);
  return (
    <li
      className="day-item"
      data-kind={item.kind}
      data-lifted={moving.lifted === item.key}
      onPointerDown={(event) => canMove && !isWide && moving.drag(event, item)}
    >
      <Link className="day-link" draggable={false} href={addressOf(site.id, item.source)} onClick={moving.onClick}>
        {item.at ? <time dateTime={item.at}>{names.time(item.at)}</time> : isWide && <span>{words.allDay}</span>}{' '}
        <span className="day-title">{title}</span>{' '}
        <span className={isWide ? 'day-kind' : 'for-readers'}>{words.kinds[item.kind]}</span>
      </Link>
      {canMove && (
        <button
          aria-describedby={isWide ? undefined : 'calendar-move-hint'}
          aria-label={words.move(title)}
          className="day-move"
          onBlur={moving.cancel}
          onClick={() => moving.ask(item)}
          onKeyDown={(event) => !isWide && moving.onKey(event, item)}
          type="button"
        >
          <Icon name="grip" />
        </button>
      )}
    </li>
  );
}

function addressOf(siteId: number, source: Source): string {
  if (source.noun === 'article') return articleAddress(siteId, source.article.uid);
  return source.noun === 'event'
    ? nounAddress(siteId, 'events', source.event.id)
    : nounAddress(siteId, 'issues', source.issue.id);
}
