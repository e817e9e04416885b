/** The command line of the fault tests. Pure. */
import { parseArgs } from 'node:util';
import type { AnyCase } from './case.ts';

export interface Options {
  cases: AnyCase[];
  parts: string[];
  seed: number;
  times: number | null;
  isShort: boolean;
  isList: boolean;
  isHelp: boolean;
}

export const HELP = `Usage: npm run faults -- [case …] [options]

Runs the service as processes on a PostgreSQL of its own, breaks things, and joins what was
committed with what arrived at a receiver: nothing may be lost, out of order, changed or badly
signed. Without a name every case runs except cluster, which takes about an hour.

  --list        name the cases
  --only a,b    run these
  --parts a,b   of the case cluster: these faults
  --short       the small form that the tests run, in less than a minute
  --seed n      repeat a run: the same choices at the same places
  --times n     how often a case that repeats something does it: kills, restarts, sequences
  --help        this text

Exits 1 when a case found a fault.`;

/** Throws an error with a sentence for the user. */
export function readOptions(args: string[], known: AnyCase[], usualSeed: number): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      list: { type: 'boolean', default: false },
      short: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      parts: { type: 'string', multiple: true },
      seed: { type: 'string' },
      times: { type: 'string' },
    },
  });
  const usual = known.filter(({ isShort, isApart }) => !isApart && (isShort || !values.short));
  const names = [...positionals, ...listed(values.only)];
  return {
    cases: names.length > 0 ? names.map((name) => caseCalled(name, known)) : usual,
    parts: listed(values.parts),
    seed: number('--seed', values.seed) ?? usualSeed,
    times: number('--times', values.times),
    isShort: values.short,
    isList: values.list,
    isHelp: values.help,
  };
}

const listed = (values: string[] = []) => values.flatMap((names) => names.split(','));

function caseCalled(name: string, known: AnyCase[]): AnyCase {
  const found = known.find((one) => one.name === name);
  if (!found) throw new Error(`There is no case ${name}; --list names them.`);
  return found;
}

function number(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${option} must be a whole number; it is “${text}”.`);
  return Number(text);
}
