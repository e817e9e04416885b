/** The command line of the fault tests. Pure. */
import { parseArgs } from 'node:util';
import type { Case } from './case.ts';

export interface Options {
  cases: Case[];
  seed: number;
  times: number | null;
  isShort: boolean;
  isList: boolean;
  isHelp: boolean;
}

export const HELP = `Usage: npm run faults -- [options]

Runs the service as processes on a PostgreSQL of its own, breaks things, and joins what was
committed with what arrived at a receiver: nothing may be lost, out of order, changed or badly
signed. Without --only every case runs, which takes about an hour.

  --list        name the cases
  --only a,b    run these
  --short       the small form that the tests run, in less than a minute
  --seed n      repeat a run: the same choices at the same places
  --times n     how often a case that repeats something does it: kills, restarts, sequences
  --help        this text

Exits 1 when a case found a fault.`;

/** Throws an error with a sentence for the user. */
export function readOptions(args: string[], known: Case[], usualSeed: number): Options {
  const { values } = parseArgs({
    args,
    options: {
      list: { type: 'boolean', default: false },
      short: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      seed: { type: 'string' },
      times: { type: 'string' },
    },
  });
  const usual = known.filter(({ isShort }) => isShort || !values.short);
  return {
    cases: values.only?.flatMap((names) => names.split(',').map((name) => caseCalled(name, known))) ?? usual,
    seed: number('--seed', values.seed) ?? usualSeed,
    times: number('--times', values.times),
    isShort: values.short,
    isList: values.list,
    isHelp: values.help,
  };
}

function caseCalled(name: string, known: Case[]): Case {
  const found = known.find((one) => one.name === name);
  if (!found) throw new Error(`There is no case ${name}; --list names them.`);
  return found;
}

function number(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${option} must be a whole number; it is “${text}”.`);
  return Number(text);
}
