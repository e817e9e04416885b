/** The command line of the benchmark. Pure. */
import { parseArgs } from 'node:util';
import type { Case } from './case.ts';
import type { Scale } from './scale.ts';

export interface Options {
  cases: Case[];
  scale: Scale;
  isShort: boolean;
  isList: boolean;
  isHelp: boolean;
  keep: string | null;
  json: string | null;
}

const FULL: Scale = { small: 10_000, medium: 200_000, large: 1_000_000, pairs: 9, seconds: 2, pictures: 1 };
const SHORT: Scale = { small: 2_000, medium: 3_000, large: 20_000, pairs: 3, seconds: 0.4, pictures: 0.25 };

export const HELP = `Usage: npm run bench -- [options] [case …]

Builds its data in a PostgreSQL of its own, runs each case beside its reference in turns, and
prints medians, spread and ratios as a table. Without a name, every case runs.

  --list            name the cases, with their references and bars
  --short           small data, small pictures and few pairs, in about eight minutes; missed bars do not fail
  --pairs n         how often subject and reference take turns (9; short: 3)
  --seconds n       how long each side of a pair is under load (2; short: 0.4)
  --sizes a,b,c     articles of the small, medium and large data set
                    (10000,200000,1000000; short: 2000,3000,20000)
  --keep folder     keep the data there and use it again next time
  --json file       write every sample to a file too
  --help            this text

Data is built in a temporary folder that goes away, unless --keep names one. All data sets take
about 25 GB. Progress, and each case as it is done, are on standard error; the table is on standard
output, also of what was done before Ctrl-C. Exits 1 when a case failed, got a wrong answer
or, without --short, missed a bar.`;

/** Throws with a sentence for the person who typed it. */
export function readOptions(args: string[], known: Case[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      list: { type: 'boolean', default: false },
      short: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      pairs: { type: 'string' },
      seconds: { type: 'string' },
      sizes: { type: 'string' },
      keep: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const usual = values.short ? SHORT : FULL;
  const [small, medium, large] = sizes(values.sizes, [usual.small, usual.medium, usual.large]);
  return {
    cases: positionals.length === 0 ? known : positionals.map((name) => caseCalled(name, known)),
    scale: {
      small,
      medium,
      large,
      pairs: number('--pairs', values.pairs, usual.pairs, /^[1-9]\d{0,3}$/),
      seconds: number('--seconds', values.seconds, usual.seconds, /^\d{1,4}(\.\d+)?$/),
      pictures: usual.pictures,
    },
    isShort: values.short,
    isList: values.list,
    isHelp: values.help,
    keep: values.keep ?? null,
    json: values.json ?? null,
  };
}

function caseCalled(name: string, known: Case[]): Case {
  const found = known.find((one) => one.name === name);
  if (!found) throw new Error(`There is no case ${name}; --list names them.`);
  return found;
}

function number(option: string, text: string | undefined, usual: number, form: RegExp): number {
  if (text === undefined) return usual;
  if (!form.test(text) || Number(text) === 0) throw new Error(`${option} must be a number above 0; it is “${text}”.`);
  return Number(text);
}

/** Lists show twenty articles and deep pages, so at least a hundred are needed. */
function sizes(text: string | undefined, usual: [number, number, number]): [number, number, number] {
  if (text === undefined) return usual;
  const [small, medium, large, more] = text.split(',').map(Number);
  const isFit = (size: number | undefined): size is number =>
    size !== undefined && Number.isInteger(size) && size >= 100;
  if (!isFit(small) || !isFit(medium) || !isFit(large) || more !== undefined)
    throw new Error(`--sizes must be three whole numbers from 100, such as 10000,200000,1000000; it is “${text}”.`);
  return [small, medium, large];
}
