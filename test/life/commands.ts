/** The commands in the life of an article, which fast-check combines and shrinks. */
import fc from '../property.ts';
import {
  articleIds,
  bodyOf,
  both,
  type Fields,
  life,
  MINUTE,
  MOST_ARTICLES,
  minutes,
  perhapsPublished,
  pins,
  schedule,
  some,
  text,
  timeIn,
  which,
  withdrawal,
} from './fields.ts';
import {
  autosave,
  type Body,
  changeSection,
  type Drawn,
  discard,
  emptyTrash,
  type Model,
  publish,
  restore,
  restoreRevision,
  save,
  setArticles,
  setLikes,
  trash,
  unpublish,
} from './model.ts';
import { chosen, commit, lookAround, passTime, runTimer, type Sequence, settle, wire } from './sequence.ts';
import type { Answered } from './world.ts';

type Command = fc.AsyncCommand<Sequence, Sequence>;

function command(
  name: string,
  values: unknown,
  act: (sequence: Sequence) => Promise<unknown>,
  isPossible: (sequence: Sequence) => boolean = () => true,
): Command {
  return {
    check: isPossible,
    async run(sequence) {
      passTime(sequence, 1);
      await act(sequence);
    },
    toString: () => `${name} ${JSON.stringify(values)}`,
  };
}

/** A command about an article, once there is one. */
function about(name: string, n: number, values: unknown, act: (sequence: Sequence, uid: string) => Promise<unknown>) {
  const run = async (sequence: Sequence) => act(sequence, chosen(sequence, n)?.uid ?? '');
  return command(`${name} #${n}`, values, run, ({ model }) => model.articles.length > 0);
}

const manage = ({ installation, model }: Sequence, method: string, path: string, body?: object) =>
  installation.manage(method, `/sites/${model.site.id}${path}`, body);

const drawnOf = ({ status, body }: Answered): Drawn => (status < 300 && body ? body.article : {});

function create(fields: Fields): Command {
  const act = async (sequence: Sequence) => {
    const body = bodyOf(sequence, fields);
    const came = await manage(sequence, 'POST', '/articles', { article: wire(body) });
    await settle(sequence, save(sequence.model, null, body, drawnOf(came)), came);
  };
  return command('create', fields, act, ({ model }) => model.articles.length < MOST_ARTICLES);
}

function change(name: string, n: number, its: Fields): Command {
  return about(name, n, its, async (sequence, uid) => {
    const body = bodyOf(sequence, its);
    const came = await manage(sequence, 'PATCH', `/articles/${uid}`, { article: wire(body) });
    await settle(sequence, save(sequence.model, uid, body, drawnOf(came)), came);
  });
}

export const creation = both(both(some(text, ['title', 'section']), life), fc.oneof(fc.constant({}), pins)).map(create);

/** Rare by chance: one of two published articles, in different sections, features the other. */
export const featuring = fc
  .boolean()
  .map((isSwapped) => [
    create({ title: 'kettle', section: 0, state: 'published' }),
    create({ title: 'violin', section: 1, state: 'published' }),
    change('feature', isSwapped ? 0 : 1, { featured: [isSwapped ? 1 : 0], state: 'published' }),
  ]);

const patch = (name: string, fields: fc.Arbitrary<Fields>) =>
  fc.tuple(which, fields).map(([n, its]) => change(name, n, its));

/** A program saves while someone writes. */
const autosaved = fc.tuple(which, some(text)).map(([n, its]) =>
  about('autosave', n, its, async (sequence, uid) => {
    const body = bodyOf(sequence, its);
    const came = await manage(sequence, 'PATCH', `/articles/${uid}?autosave=true`, { article: wire(body) });
    await settle(sequence, autosave(sequence.model, uid, body), came);
  }),
);

const publishSaved = fc.tuple(which, fc.option(fc.oneof(minutes, fc.constant(-2)), { freq: 2 })).map(([n, publishIn]) =>
  about('publish', n, publishIn, async (sequence, uid) => {
    const at = publishIn === null ? undefined : timeIn(sequence.model, publishIn);
    const body = at === undefined ? undefined : { publication: wire({ publish_at: at }) };
    const came = await manage(sequence, 'PUT', `/articles/${uid}/publication`, body);
    await settle(sequence, publish(sequence.model, uid, at, drawnOf(came)), came);
  }),
);

const takeBack = which.map((n) =>
  about('unpublish', n, null, async (sequence, uid) => {
    const came = await manage(sequence, 'DELETE', `/articles/${uid}/publication`);
    await settle(sequence, unpublish(sequence.model, uid), came);
  }),
);

const pin = fc.tuple(which, pins).map(([n, its]) =>
  about('pin', n, its, async (sequence, uid) => {
    const body = bodyOf(sequence, its);
    const came = await manage(sequence, 'PUT', `/articles/${uid}/pins`, { pins: body });
    await settle(sequence, save(sequence.model, uid, body, {}), came);
  }),
);

/** An article is read, perhaps edited, and sent back as a whole. */
const sendBack = fc.tuple(which, fc.oneof(fc.constant({}), some({ title: text.title }))).map(([n, edit]) =>
  about('send back', n, edit, async (sequence, uid) => {
    const its = sequence.model.articles.find((one) => one.uid === uid);
    const { status, body } = await manage(sequence, 'GET', `/articles/${uid}`);
    if (!its || status === 404) return;
    const came = await manage(sequence, 'PATCH', `/articles/${uid}`, { article: { ...body.article, ...edit } });
    const { publish_at, published_at, state, written, pinned_index, site_pinned_index } = its;
    const sent: Body = { ...written, publish_at, state, pinned_index, site_pinned_index, ...edit };
    if (published_at !== null) sent.published_at = published_at;
    await settle(sequence, save(sequence.model, uid, sent, {}), came);
  }),
);

const revisionRestoration = fc.tuple(which, fc.integer({ min: 1, max: 5 })).map(([n, number]) =>
  about('restore revision', n, number, async (sequence, uid) => {
    const came = await manage(sequence, 'PUT', `/articles/${uid}/revisions/${number}/restoration`);
    await settle(sequence, restoreRevision(sequence.model, uid, number), came);
  }),
);

const discarding = which.map((n) =>
  about('discard', n, null, async (sequence, uid) => {
    const came = await manage(sequence, 'PUT', `/articles/${uid}/publication/restoration`);
    await settle(sequence, discard(sequence.model, uid), came);
  }),
);

const throwAway = which.map((n) =>
  about('trash', n, null, async (sequence, uid) => {
    const came = await manage(sequence, 'DELETE', `/articles/${uid}`);
    await settle(sequence, trash(sequence.model, uid), came);
  }),
);

const restoration = which.map((n) =>
  about('restore', n, null, async (sequence, uid) => {
    const came = await manage(sequence, 'PUT', `/articles/${uid}/restoration`);
    await settle(sequence, restore(sequence.model, uid, drawnOf(came)), came);
  }),
);

/** What is in the trash gets too old, and is gone at once or when the clean-up runs. */
const monthPasses = fc.boolean().map((isRunning) =>
  command('month', { isRunning }, async (sequence) => {
    await sequence.installation.ageTrash(sequence.model.site.id);
    if (isRunning) await sequence.installation.emptyTrash();
    await commit(sequence, emptyTrash(sequence.model));
  }),
);

const like = fc.tuple(which, fc.nat(9)).map(([n, upvotes]) =>
  about('like', n, upvotes, async (sequence, uid) => {
    const id = sequence.model.articles.find((one) => one.uid === uid)?.id;
    if (!id) return;
    const came = await manage(sequence, 'PUT', `/likes/${id}`, { like: { upvotes, downvotes: 0 } });
    await settle(sequence, setLikes(sequence.model, id, upvotes), came);
  }),
);

const show = fc.tuple(fc.nat(1), fc.constantFrom('public' as const, 'hidden' as const)).map(([place, state]) =>
  command('section', { place, state }, async (sequence) => {
    const id = sequence.installation.places.sections[place] ?? 0;
    const came = await manage(sequence, 'PATCH', `/sections/${id}`, { section: { state } });
    await settle(sequence, changed(changeSection(sequence.model, id, { state })), came);
  }),
);

const changed = (next: Model) => ({ statuses: [200], next, updated: null });

const holders = { issue: 'issues', container: 'featured-item-containers' };
const hold = fc
  .tuple(fc.constantFrom('issue' as const, 'container' as const), fc.uniqueArray(which))
  .map(([holder, articles]) =>
    command(`put into ${holder}`, articles, async (sequence) => {
      const article_ids = articleIds(sequence.model, articles);
      const path = `/${holders[holder]}/${sequence.installation.places[holder]}/articles`;
      const came = await manage(sequence, 'PUT', path, { article_ids });
      await settle(sequence, setArticles(sequence.model, holder, article_ids), came);
    }),
  );

/** Things that articles repeat get another name. */
const rename = fc.tuple(fc.constantFrom('author', 'section', 'site'), fc.nat(1), fc.nat(2)).map(([what, place, n]) =>
  command(`rename ${what}`, { place, n }, async (sequence) => {
    const [path, body, after] = renamed(sequence, what, place, n);
    const came = await manage(sequence, 'PATCH', path, body);
    await settle(sequence, changed(after), came);
  }),
);

function renamed({ installation, model }: Sequence, what: string, place: number, n: number): [string, object, Model] {
  if (what === 'author') {
    const id = installation.places.authors[place] ?? 0;
    const authors = model.authors.map((one) => (one.id === id ? { id, name: `Ida Name${n}` } : one));
    return [`/authors/${id}`, { author: { lastname: `Name${n}` } }, { ...model, authors }];
  }
  if (what === 'section') {
    const id = installation.places.sections[place] ?? 0;
    const section_url = `section-${place}-${n}`;
    return [`/sections/${id}`, { section: { section_url } }, changeSection(model, id, { section_url })];
  }
  const url = `https://life${n}.example`;
  return ['', { site: { url } }, { ...model, site: { ...model.site, url } }];
}

/** Time passes, while the timer runs or while no process is there. */
const clock = fc.tuple(minutes, fc.boolean()).map(([passed, isRunning]) =>
  command('clock', { passed, isRunning }, async (sequence) => {
    passTime(sequence, passed * MINUTE);
    if (isRunning) await runTimer(sequence);
  }),
);

const lookAgain = fc
  .constantFrom(1, 2, 3, 100)
  .map((count) => command('look', count, (sequence) => lookAround(sequence, count)));
const indexSearch = fc.constant(command('index', null, ({ installation }) => installation.indexSearch()));
const restart = fc.constant(command('restart', null, ({ installation }) => installation.restart()));

const weighted: [number, fc.Arbitrary<Command>][] = [
  [80, creation],
  [80, patch('edit', both(some(text), life))],
  [40, patch('move', perhapsPublished({ section: text.section }))],
  [40, patch('rename', perhapsPublished({ article_url: text.article_url }))],
  [30, patch('feature', perhapsPublished({ featured: text.featured }))],
  [30, patch('schedule', schedule)],
  [30, patch('withdraw', withdrawal)],
  [20, patch('pin', both(pins, life))],
  [60, autosaved],
  [60, publishSaved],
  [40, takeBack],
  [30, pin],
  [30, sendBack],
  [20, revisionRestoration],
  [20, discarding],
  [30, throwAway],
  [40, restoration],
  [5, monthPasses],
  [10, like],
  [50, show],
  [30, hold],
  [20, rename],
  [60, clock],
  [60, lookAgain],
  [10, indexSearch],
  [2, restart],
];

export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  ...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })),
);
