import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { sized } from '../../test/random.ts';
import { createJournal, stateOf } from './journal.ts';
import type { Entry, EntryStore } from './journal-store.ts';
import { type Choice, type Fields, resolved } from './merge.ts';
import * as machine from './save-state.ts';
import { type Answer, createSaver, type Saver, type Service } from './saver.ts';

type Fault = 'none' | 'lost before' | 'lost after' | 'busy' | 'signed-out';

const START = { title: 'Title', summary: '', body: '<p>one</p>\n<p>two</p>\n<p>three</p>' };

/** The service: versions, If-Match, and a history of everything that was ever stored. */
class FakeService implements Service {
  stored: machine.Stored = { version: 1, fields: START };
  history: Fields[] = [START];
  fault: Fault = 'none';
  requests = 0;
  open = 0;

  write(fields: Fields): void {
    this.stored = { version: this.stored.version + 1, fields: { ...this.stored.fields, ...fields } };
    this.history.push(this.stored.fields);
  }

  async save({ version, fields }: machine.Request): Promise<Answer> {
    this.requests++;
    expect(++this.open).toBe(1);
    await turns(3);
    this.open--;
    const { fault } = this;
    if (fault === 'lost before') return { kind: 'unknown' };
    if (fault === 'busy' || fault === 'signed-out') return { kind: fault };
    if (version !== this.stored.version) return fault === 'lost after' ? { kind: 'unknown' } : { kind: 'stale' };
    this.write(fields);
    return fault === 'lost after' ? { kind: 'unknown' } : { kind: 'saved', stored: this.stored };
  }

  async read(): Promise<Awaited<ReturnType<Service['read']>>> {
    await turns(2);
    if (this.fault === 'signed-out') return { kind: 'signed-out' };
    return this.fault === 'none' ? { kind: 'read', stored: this.stored } : { kind: 'unknown' };
  }
}

class FakeClock {
  time = 0;
  timers: { at: number; run: () => void }[] = [];
  now = () => this.time;
  after = (milliseconds: number, run: () => void) => {
    const timer = { at: this.time + milliseconds, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  };

  async pass(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds;
    for (;;) {
      const next = this.timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (next === undefined) break;
      this.time = Math.max(this.time, next.at);
      this.timers = this.timers.filter((one) => one !== next);
      next.run();
      await turns(20);
    }
    this.time = end;
    await turns(20);
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
}

function memoryStore(): EntryStore {
  const entries = new Map<string, Entry>();
  return {
    put: async (entry) => void entries.set(entry.tab, structuredClone(entry)),
    putAtEnd: (entry) => void entries.set(entry.tab, structuredClone(entry)),
    remove: async (_, tab) => void entries.delete(tab),
    list: async () => [...entries.values()].map((entry) => structuredClone(entry)),
  };
}

/** A person at an editor: fields on the screen, and what she decides when asked. */
class Desk {
  readonly clock = new FakeClock();
  readonly store = memoryStore();
  readonly service = new FakeService();
  fields: Record<string, string> = { ...START };
  /** Words that a choice left out, on either side. */
  dropped = new Set<string>();
  saver: Saver = this.opened(machine.startSaving(this.service.stored));

  opened(state: machine.SaveState): Saver {
    const journal = createJournal(this.store, { article: 'article', tab: 'tab' }, this.clock.now);
    const saver = createSaver(state, {
      service: this.service,
      clock: this.clock,
      keep: journal.keep,
      onChange: () => {},
      beforeMerge: () => {},
      onMerged: () => this.show(this.saver.state()),
    });
    return saver;
  }

  show({ base, mine, theirs }: machine.SaveState): void {
    if (!theirs) this.fields = { ...base.fields, ...mine } as Record<string, string>;
  }

  write(field: string, value: string): void {
    this.fields[field] = value;
    this.saver.edit({ [field]: value });
  }

  /** The browser is killed and opened again. */
  async reload(): Promise<void> {
    await turns(20);
    this.saver.stop();
    this.clock.timers = [];
    const [entry] = await this.store.list('article');
    const { stored } = this.service;
    const state = entry ? stateOf(entry, stored) : machine.startSaving(stored);
    this.service.open = 0;
    this.saver = this.opened(state);
    this.fields = { ...state.base.fields, ...state.mine } as Record<string, string>;
  }

  choose(choice: Choice): void {
    const state = this.saver.state();
    if (!state.theirs) return;
    const merged = machine.merging(state, state.theirs);
    const conflicts = merged.conflicts.map(({ field }) => [field, choice] as const);
    const { fields: chosen, parked } = resolved(
      merged,
      Object.fromEntries(conflicts),
      (merged.body ?? []).map(() => choice),
    );
    const fields: Record<string, unknown> = { ...chosen };
    for (const { field, mine, theirs } of merged.conflicts) if (choice === 'both') fields[field] = `${mine} ${theirs}`;
    const shown = wordsOf({ ...state.theirs.fields, ...state.mine }).concat(wordsOf(state.theirs.fields));
    const left = new Set(wordsOf({ ...state.theirs.fields, ...fields }));
    for (const word of shown) if (!left.has(word)) this.dropped.add(word);
    this.saver.choose(fields, parked);
    this.show(this.saver.state());
  }

  async settle(): Promise<void> {
    this.service.fault = 'none';
    this.saver.resume();
    for (let round = 0; round < 30 && machine.statusOf(this.saver.state()) !== 'saved'; round++) {
      this.choose('both');
      await this.clock.pass(40_000);
    }
    await this.saver.look();
  }
}

function wordsOf(fields: Fields): string[] {
  return Object.values(fields).flatMap((value) => String(value).match(/(?:mine|theirs)\d+/g) ?? []);
}

/** Adds a word to a field, in the body to one of its blocks. */
function withWord(fields: Fields, field: string, word: string, block: number): string {
  const value = String(fields[field]);
  if (field !== 'body') return `${value} ${word}`;
  const blocks = value.split('\n');
  const place = block % blocks.length;
  return blocks.map((text, index) => (index === place ? text.replace('</p>', ` ${word}</p>`) : text)).join('\n');
}

type Step =
  | { do: 'write' | 'other'; field: string; block: number }
  | { do: 'wait'; time: number }
  | { do: 'fault'; fault: Fault }
  | { do: 'reload' | 'save' | 'resume' }
  | { do: 'choose'; choice: Choice };

const field = fc.constantFrom('title', 'body', 'body', 'summary');
const block = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('write' as const), field, block }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('other' as const), field, block }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      time: fc.constantFrom(1, 400, 1_100, 3_000, 12_000, 60_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom<Fault>('none', 'none', 'lost before', 'lost after', 'busy', 'signed-out'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('reload' as const, 'save' as const, 'resume' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('choose' as const),
      choice: fc.constantFrom<Choice>('mine', 'theirs', 'both'),
    }),
  },
);

async function run(desk: Desk, steps: Step[]): Promise<{ mine: string[]; theirs: string[] }> {
  const words = { mine: [] as string[], theirs: [] as string[] };
  for (const [index, one] of steps.entries()) {
    if ('choice' in one) desk.choose(one.choice);
    else if (one.do === 'write') {
      words.mine.push(`mine${index}`);
      desk.write(one.field, withWord(desk.fields, one.field, `mine${index}`, one.block));
    } else if (one.do === 'other') {
      words.theirs.push(`theirs${index}`);
      const { fields } = desk.service.stored;
      desk.service.write({ [one.field]: withWord(fields, one.field, `theirs${index}`, one.block) });
    } else if (one.do === 'wait') await desk.clock.pass(one.time);
    else if (one.do === 'fault') desk.service.fault = one.fault;
    else if (one.do === 'reload') await desk.reload();
    else if (one.do === 'save') desk.saver.saveNow();
    else desk.saver.resume();
  }
  await desk.settle();
  return words;
}

describe('saving', () => {
  it('loses no word and overwrites nothing unseen over random failures and saves of others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 40 }), async (steps) => {
        const desk = new Desk();
        const words = await run(desk, steps);
        const { service, saver } = desk;
        expect(machine.statusOf(saver.state())).toBe('saved');
        expect(await desk.store.list('article')).toEqual([]);
        const current = new Set(wordsOf(service.stored.fields));
        const ever = new Set(service.history.flatMap(wordsOf));
        for (const word of [...words.mine, ...words.theirs]) {
          if (!desk.dropped.has(word)) expect(current).toContain(word);
        }
        // What a choice left out is a revision, unless someone saved between the choice and the request.
        for (const word of words.theirs) expect(ever).toContain(word);
        desk.show(saver.state());
        expect(desk.fields).toEqual(service.stored.fields);
      }),
      { numRuns: sized(300, 3_000) },
    );
  });

  it('keeps both sides of a choice as revisions', async () => {
    const desk = new Desk();
    desk.write('title', 'Title mine1');
    desk.service.write({ title: 'Title theirs1' });
    await desk.clock.pass(2_000);
    expect(machine.statusOf(desk.saver.state())).toBe('conflict');
    desk.choose('theirs');
    await desk.settle();
    expect(desk.service.history.map(({ title }) => title)).toEqual([
      'Title',
      'Title theirs1',
      'Title mine1',
      'Title theirs1',
    ]);
  });

  it('waits for a second of rest, at most ten seconds, with one request at a time', async () => {
    const desk = new Desk();
    for (let key = 0; key < 100; key++) {
      desk.write('title', `Title mine${key}`);
      await desk.clock.pass(300);
    }
    expect(desk.service.requests).toBe(2);
    await desk.clock.pass(1_000);
    expect(desk.service.requests).toBe(3);
    expect(desk.service.stored.fields.title).toBe('Title mine99');
  });

  it('does not take its own lost save for somebody else’s', async () => {
    const desk = new Desk();
    desk.write('body', withWord(desk.fields, 'body', 'mine1', 0));
    desk.service.fault = 'lost after';
    await desk.clock.pass(1_500);
    desk.write('body', withWord(desk.fields, 'body', 'mine2', 0));
    desk.service.fault = 'none';
    await desk.clock.pass(10_000);
    expect(machine.statusOf(desk.saver.state())).toBe('saved');
    expect(desk.service.stored.fields.body).toContain('one mine1 mine2');
  });

  it('saves the other fields when one is refused, and that one once it is changed', async () => {
    const desk = new Desk();
    const { save } = desk.service;
    desk.service.save = async (request) =>
      request.fields.title === ''
        ? { kind: 'refused', problems: [{ path: '/article/title', message: 'must not be empty' }] }
        : save.call(desk.service, request);
    desk.write('title', '');
    desk.write('summary', 'mine1');
    await desk.clock.pass(3_000);
    expect(desk.service.stored.fields).toMatchObject({ title: 'Title', summary: 'mine1' });
    expect(machine.problemsOf(desk.saver.state())).toEqual({ title: 'must not be empty' });
    expect(machine.statusOf(desk.saver.state())).toBe('refused');
    desk.write('title', 'mine2');
    await desk.clock.pass(3_000);
    expect(desk.service.stored.fields.title).toBe('mine2');
    expect(machine.problemsOf(desk.saver.state())).toEqual({});
  });

  it('sends nothing when a change was taken back', async () => {
    const desk = new Desk();
    desk.write('title', 'Other');
    desk.write('title', 'Title');
    await desk.clock.pass(3_000);
    expect(desk.service.requests).toBe(0);
    expect(machine.statusOf(desk.saver.state())).toBe('saved');
  });
});
