import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { freshDatabase, PATIENT } from '../../test/app.ts';
import { atFileEnd } from '../../test/at-file-end.ts';
import { type Db, kysely, openPool } from './connect.ts';
import { openPulse, type Pulse } from './pulse.ts';

let db: Db;
const asked: string[] = [];
let pulse: Pulse;
let isBroken = false;

beforeAll(async () => {
  const pool = openPool({ ...(await freshDatabase()), ...PATIENT }, 'serve', () => {});
  atFileEnd(() => pool.end());
  db = kysely(pool);
  pulse = openPulse(db, async (text, values) => {
    asked.push(text);
    if (isBroken) throw new Error('Connection terminated');
    return (await pool.query(text, [...values])).rows;
  });
  atFileEnd(() => pulse.stop());
});

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
  asked.length = 0;
  isBroken = false;
});

/** Asks how often it was asked, and records the answers. */
function question(of: string): unknown[] {
  const answers: unknown[] = [];
  let times = 0;
  const expression = () => sql<string>`${of}::text || ${++times}::text`;
  endings.push(pulse.add({ expression, onAnswer: (answer) => answers.push(answer) }));
  return answers;
}

it('asks all questions in one statement, each with its own values, and gives each its answer', async () => {
  const [one, other] = [question('a'), question('b')];
  await pulse.ask();
  expect([one, other]).toEqual([['a1'], ['b1']]);
  expect(asked).toHaveLength(1);
});

it('goes on by itself, and asks nothing without questions', async () => {
  await pulse.ask();
  expect(asked).toEqual([]);
  const answers = question('a');
  await expect.poll(() => answers.length).toBeGreaterThan(1);
});

it('tells every part that the database did not answer, and asks again', async () => {
  const answers = question('a');
  isBroken = true;
  await pulse.ask();
  isBroken = false;
  await pulse.ask();
  expect(answers).toEqual([undefined, 'a2']);
});

it('asks again for a question that came while it was asking', async () => {
  const answers = question('a');
  await Promise.all([pulse.ask(), pulse.ask(), pulse.ask()]);
  expect(answers).toEqual(['a1', 'a2']);
});

it('gives no answer to a question that was ended meanwhile', async () => {
  const answers = question('a');
  const asking = pulse.ask();
  endings.splice(0).map((end) => end());
  await asking;
  expect(answers).toEqual([]);
});
