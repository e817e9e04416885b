/** Runs the state machine of saving with a clock, the service and the journal. */
import type { Fields, Merged } from './merge.ts';
import * as machine from './save-state.ts';

export type Answer =
  | { kind: 'saved'; stored: machine.Stored }
  | { kind: 'stale' }
  | { kind: 'unknown' }
  | { kind: 'busy' }
  | { kind: 'refused'; problems: machine.Problem[] }
  | { kind: machine.Pause };

export type ReadAnswer = { kind: 'read'; stored: machine.Stored } | { kind: 'unknown' } | { kind: machine.Pause };

export interface Service {
  save(request: machine.Request): Promise<Answer>;
  read(): Promise<ReadAnswer>;
}

export interface Clock {
  now(): number;
  after(milliseconds: number, run: () => void): () => void;
}

export interface SaverOptions {
  service: Service;
  clock: Clock;
  /** Stores the state so that it survives the page. */
  keep(state: machine.SaveState): Promise<void>;
  onChange(state: machine.SaveState): void;
  /** Called before a merge: flushes the last keystrokes. */
  beforeMerge(): void;
  /** Others' changes were merged into these fields, which must be shown. `before`: the stored version that this page knew. */
  onMerged(merged: Merged, theirs: machine.Stored, before: Fields): void;
}

export interface Saver {
  state(): machine.SaveState;
  edit(fields: Fields): void;
  saveNow(): void;
  choose(fields: Fields, parked?: Fields): void;
  resume(): void;
  /** Reads the stored version, for example after an event that someone else saved. */
  look(): Promise<void>;
  /** Takes over what the service has stored at this person's request; words written meanwhile are merged with it. */
  adopt(stored: machine.Stored): Promise<void>;
  /** Takes over other properties of the article from an event, such as its state. */
  learn(fields: Fields): void;
  /** The article is closed: sends unsaved changes at once. They stay in the journal if that fails. */
  leave(): Promise<void>;
  stop(): void;
}

const SENDS_ON_LEAVING = 3;

export function createSaver(first: machine.SaveState, options: SaverOptions): Saver {
  const { service, clock, keep, onChange, beforeMerge, onMerged } = options;
  let state = first;
  let cancel = () => {};
  let isStopped = false;
  let sending: Promise<void> | undefined;
  let leaving: Promise<void> | undefined;

  function become(next: machine.SaveState): void {
    state = next;
    void keep(state);
    onChange(state);
    plan();
  }

  function plan(): void {
    cancel();
    const due = isStopped || leaving ? undefined : machine.dueAt(state);
    if (due === undefined) return;
    cancel = clock.after(Math.max(0, due - clock.now()), () => {
      sending = send();
    });
  }

  async function send(): Promise<void> {
    const begun = machine.begun(state);
    state = begun;
    onChange(state);
    // In the journal first: the page may end while the request is on its way.
    await keep(state);
    const answer = await service.save(begun.inFlight);
    if (answer.kind === 'stale') await merge();
    else if (!isStopped) become(afterAnswer(state, answer, clock.now()));
  }

  async function merge(): Promise<void> {
    const answer = await service.read();
    if (isStopped) return;
    if (answer.kind === 'unknown') return become(machine.postponed(state, clock.now()));
    if (answer.kind !== 'read') return become(machine.paused(state, answer.kind));
    if (!leaving) beforeMerge();
    const before = { ...state.base.fields, ...state.lost?.fields };
    const { state: next, merged } = machine.overtaken(state, answer.stored);
    become(next);
    if (!leaving) onMerged(merged, answer.stored, before);
  }

  async function leave(): Promise<void> {
    cancel();
    await keep(state);
    await sending;
    // A merge may leave changes to send; after a failure the next visit sends them.
    for (let sends = 0; sends < SENDS_ON_LEAVING && machine.dueAt(state) !== undefined; sends++) {
      if (sends > 0 && state.failures > 0) break;
      await send();
    }
    await keep(state);
    isStopped = true;
  }

  plan();
  return {
    state: () => state,
    edit: (fields) => become(machine.edited(state, fields, clock.now())),
    saveNow: () => become(machine.saveAsked(state)),
    choose: (fields, parked) => become(machine.chosen(state, fields, parked)),
    resume: () => become(machine.resumed(state)),
    look: async () => {
      if (state.inFlight === undefined && state.lost === undefined && state.theirs === undefined) await merge();
    },
    adopt: async (stored) => {
      if (machine.statusOf(state) === 'saved') become({ ...state, base: stored });
      else if (state.inFlight === undefined) await merge();
    },
    learn: (fields) => become({ ...state, base: { ...state.base, fields: { ...state.base.fields, ...fields } } }),
    leave: () => {
      leaving ??= Promise.resolve().then(leave);
      return leaving;
    },
    stop: () => {
      isStopped = true;
      cancel();
    },
  };
}

function afterAnswer(
  state: machine.SaveState,
  answer: Exclude<Answer, { kind: 'stale' }>,
  now: number,
): machine.SaveState {
  if (answer.kind === 'saved') return machine.saved(state, answer.stored);
  if (answer.kind === 'unknown') return machine.failed(state, now);
  if (answer.kind === 'busy') return machine.postponed(state, now);
  if (answer.kind === 'refused') return machine.refusedBy(state, answer.problems, now);
  return machine.paused(state, answer.kind);
}
