/**
 * What the parts of a process ask the database again and again (versions of sites, due lanes, dead processes), in one statement
 * once a second: an idle process would otherwise ask each of them by itself. Nothing depends on notifications because of it.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';

export interface Question<Answer> {
  /** An expression of one value, made when it is asked. */
  expression(): RawBuilder<Answer>;
  /** Undefined: the database did not answer. */
  onAnswer(answer: Answer | undefined): void;
}

export interface Pulse {
  /** Returns a function that ends it. */
  add<Answer>(question: Question<Answer>): () => void;
  /** Asks now, or again after what is being asked: the answers are newer than this call. */
  ask(): Promise<void>;
  stop(): Promise<void>;
}

type Run = (text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>;

export const PULSE_MS = 1_000;

export function openPulse(db: Db, run: Run): Pulse {
  const questions = new Set<Question<unknown>>();
  let asking: Promise<void> | null = null;
  let again: Promise<void> | null = null;
  let isStopped = false;
  let next: NodeJS.Timeout | undefined = setTimeout(ask, PULSE_MS).unref();

  function ask(): Promise<void> {
    if (asking) {
      again ??= asking.then(() => {
        again = null;
        return ask();
      });
      return again;
    }
    asking = askAll().finally(() => {
      asking = null;
      clearTimeout(next);
      if (!isStopped) next = setTimeout(ask, PULSE_MS).unref();
    });
    return asking;
  }

  async function askAll() {
    const asked = [...questions];
    if (asked.length === 0 || isStopped) return;
    const row = await answers(asked).catch(() => undefined);
    // One that was removed meanwhile gets no answer.
    for (const [at, question] of asked.entries()) if (questions.has(question)) question.onAnswer(row?.[`a${at}`]);
  }

  async function answers(asked: Question<unknown>[]) {
    const columns = asked.map((question, at) => sql`${question.expression()} as ${sql.ref(`a${at}`)}`);
    const { sql: text, parameters } = sql`select ${sql.join(columns)}`.compile(db);
    return (await run(text, parameters))[0];
  }

  return {
    add(question) {
      questions.add(question as Question<unknown>); // it gets the answer to its own expression
      return () => questions.delete(question as Question<unknown>);
    },
    ask,
    async stop() {
      isStopped = true;
      clearTimeout(next);
      await asking;
    },
  };
}
