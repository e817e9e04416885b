/** Events: upcoming and past, on the clock of the site. */
import { Link, useSearchParams } from 'wouter';
import type { Event } from '../../../src/sdk/client.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useTimes } from '../../i18n/times.ts';
import { isOver } from '../../parts/moments.ts';
import { type Noun, nounApi } from '../../parts/noun.ts';
import { NounForm } from '../../parts/noun-form.tsx';
import { NounList } from '../../parts/noun-list.tsx';
import { NounScreen } from '../../parts/noun-screen.tsx';
import { TabRow } from '../../parts/tab-row.tsx';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { EventFields } from './event-fields.tsx';
import { type EventWords, eventsEn } from './words-en.ts';
import { eventsFi } from './words-fi.ts';

const WORDS = { en: eventsEn, fi: eventsFi } satisfies Record<string, EventWords>;

const events: Noun<Event> = {
  key: 'events',
  nameOf: ({ name }) => name,
  api: (manage, siteId) => nounApi(siteId, 'event', manage.events),
  required: ['name', 'start_date'],
  blank: {
    id: 0,
    site_id: 0,
    name: '',
    summary: '',
    description: null,
    start_date: '',
    end_date: '',
    all_day: false,
    published_at: null,
    registration_deadline: null,
    signup: null,
    free_admission: null,
    tickets: null,
    cover_url: null,
    categories: [],
    languages: [],
    tags: [],
    themes: [],
    images: [],
    location: null,
    organizer: null,
  },
};

export function Events() {
  const words = WORDS[useLanguage()];
  return (
    <NounScreen
      form={(id) => (
        <NounForm head={(event) => <State event={event} words={words} />} id={id} key={id} noun={events} words={words}>
          {(form) => <EventFields form={form} words={words.fields} />}
        </NounForm>
      )}
      list={<List words={words} />}
    />
  );
}

function List({ words }: { words: EventWords }) {
  const [search] = useSearchParams();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const isPast = search.get('when') === 'past';
  const whenOf = ({ start_date, end_date, all_day }: Event) => times.range(start_date, end_date, all_day);
  return (
    <NounList
      noun={events}
      rowOf={(event) => ({
        facts: [whenOf(event), event.location?.name, event.location?.locality],
        state: <State event={event} words={words} />,
      })}
      shown={(all) => {
        const found = all.filter((event) => isOver(event, new Date(), site.time_zone) === isPast);
        return isPast ? found.reverse() : found;
      }}
      tabs={
        <TabRow label={words.when}>
          {([false, true] as const).map((past) => (
            <Link
              aria-current={past === isPast ? 'page' : undefined}
              className="tab"
              href={`${nounAddress(site.id, events.key)}${past ? '?when=past' : ''}`}
              key={String(past)}
            >
              {past ? words.past : words.upcoming}
            </Link>
          ))}
        </TabRow>
      }
      words={words}
    />
  );
}

function State({ event: { published_at }, words }: { event: Event; words: EventWords }) {
  const state = !published_at ? 'draft' : new Date(published_at) > new Date() ? 'scheduled' : 'published';
  return (
    <span className="state" data-state={state}>
      {words.states[state]}
    </span>
  );
}
