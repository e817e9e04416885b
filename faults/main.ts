/** `npm run faults`: options → stage → cases → what was found. */
import { machine } from '../bench/report/machine.ts';
import { randomNumbers } from '../test/random.ts';
import type { AnyCase, Found, GivenApart } from './case.ts';
import { cases } from './cases.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { openStage, type Stage } from './stage.ts';

const WRONG_USAGE = 64;
const MOST_SHOWN = 10;
const print = (line: string) => void process.stdout.write(`${line}\n`);
const say = (line: string) => void process.stderr.write(`${line}\n`);

const options = optionsOrEnd();
if (options.isHelp) print(HELP);
else if (options.isList) print(options.cases.map(described).join('\n'));
else await run(options);

function optionsOrEnd(): Options {
  try {
    return readOptions(process.argv.slice(2), cases, Date.now() % 1_000_000);
  } catch (error) {
    say(`${(error as Error).message}\n\n${HELP}`);
    return process.exit(WRONG_USAGE);
  }
}

function described({ name, title, isShort }: AnyCase): string {
  return `${name.padEnd(16)}${title}${isShort ? ' (also in the short form)' : ''}`;
}

async function run({ cases: picked, seed, isShort, times, parts }: Options): Promise<void> {
  print(`seed ${seed}; ${machine('embedded')}`);
  const stage = picked.every(({ isApart }) => isApart) ? null : await openStage(seed, say);
  const closing: (() => Promise<void>)[] = stage ? [stage.close] : [];
  const isInterrupted = interrupts(async () => {
    await Promise.all(closing.map((close) => close()));
  });
  const given: GivenApart = {
    isShort,
    times,
    seed,
    parts,
    random: randomNumbers(seed),
    isInterrupted,
    say: (line) => say(`  ${line}`),
    atEnd: (close) => void closing.push(close),
  };
  try {
    for (const one of picked) {
      if (isInterrupted()) break;
      const began = performance.now();
      const found = await runCase(one, stage, { ...given, random: randomNumbers(seed) });
      await stage?.endWorkers();
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      const options = [isShort ? ' --short' : '', parts.length > 0 ? ` --parts ${parts}` : ''].join('');
      report(one, found, seconds, `npm run faults -- --only ${one.name} --seed ${seed}${options}`);
      if (found.faults.length > 0) process.exitCode = 1;
    }
  } finally {
    await stage?.close();
  }
  // A case that failed may have left processes running.
  process.exit();
}

/** The first interrupt reports the results so far, the second exits; no process is left running in either case. */
function interrupts(close: () => Promise<void>): () => boolean {
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isInterrupted) void close().then(() => process.exit(1));
      else say('Ending: what was done so far is checked.');
      isInterrupted = true;
    });
  return () => isInterrupted;
}

/** A case that breaks off does not keep the others from running. */
async function runCase(one: AnyCase, stage: Stage | null, given: GivenApart): Promise<Found> {
  say(`${one.name}: ${one.title}`);
  try {
    if (one.isApart) return await one.run(given);
    if (!stage) throw new Error('The stage has not started.');
    return await one.run({ ...given, stage });
  } catch (error) {
    return { figures: {}, faults: [`broke off: ${(error as Error).stack}`] };
  }
}

function report({ name }: AnyCase, { figures, faults }: Found, seconds: string, repeat: string): void {
  const shown = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`);
  print(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s): ${shown.join(', ')}`);
  for (const fault of faults.slice(0, MOST_SHOWN)) print(`         ${fault}`);
  if (faults.length > MOST_SHOWN) print(`         and ${faults.length - MOST_SHOWN} more`);
  if (faults.length > 0) print(`         repeat it: ${repeat}`);
}
