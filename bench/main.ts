/** `npm run bench`: options → data → cases → table. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataSets } from './archive/sets.ts';
import { type Bench, type Case, Skipped } from './case.ts';
import { cases } from './cases.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { machine } from './report/machine.ts';
import { json, missedBars, type Result, table } from './report/table.ts';

const WRONG_USAGE = 64;
const INTERRUPTED = 130;

const say = (line: string) => void process.stderr.write(`${line}\n`);
const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Ctrl-C prints the results so far; a second one exits at once. */
const interruption = newInterruption();
const options = optionsOrEnd();
if (options.isHelp) print(HELP);
else if (options.isList) print(options.cases.map(described).join('\n'));
else await measure(options);

function newInterruption() {
  const told = { isThere: false, comes: new Promise<never>(() => {}) };
  told.comes = new Promise((_, reject) => {
    const interrupt = () => {
      if (told.isThere) process.exit(INTERRUPTED);
      told.isThere = true;
      reject(new Error('interrupted'));
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  });
  told.comes.catch(() => {});
  return told;
}

function optionsOrEnd(): Options {
  try {
    return readOptions(process.argv.slice(2), cases);
  } catch (error) {
    say(`${(error as Error).message}\n\n${HELP}`);
    return process.exit(WRONG_USAGE);
  }
}

function described({ name, title, reference, bar }: Case): string {
  return `${name.padEnd(24)}${title}${reference ? `, against ${reference}` : ''}: ${bar}`;
}

async function measure({ cases: picked, scale, isShort, keep, json: file }: Options): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'masthead-bench-scratch-'));
  const data = await openDataSets(scale, keep, say);
  const results: Result[] = [];
  try {
    for (const one of picked) {
      const result = await runCase(one, { scale, data, scratch, say });
      results.push(result);
      say(table([result]));
      if (interruption.isThere) break;
    }
    const about = `${machine(data.version)}; ${scale.pairs} pairs of ${scale.seconds} s; ${scale.small}, ${scale.medium} and ${scale.large} articles`;
    print(`${about}\n\n${table(results)}`);
    if (file) writeFileSync(file, `${JSON.stringify({ about, scale, results: json(results) }, null, 2)}\n`);
    if (results.some(({ failure }) => failure) || (!isShort && missedBars(results))) process.exitCode = 1;
  } finally {
    await data.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** A case that fails does not keep the others from running. */
async function runCase(one: Case, given: Omit<Bench, 'defer'>): Promise<Result> {
  say(`${one.name}: ${one.title}`);
  const { run, ...told } = one;
  const undone: (() => Promise<unknown>)[] = [];
  try {
    const running = run({ ...given, defer: (undo) => undone.push(undo) });
    running.catch(() => {}); // it rejects after an interruption
    const measurements = await Promise.race([running, interruption.comes]);
    return { case: told, measurements };
  } catch (error) {
    if (error instanceof Skipped) return { case: told, measurements: [], skipped: error.message };
    say(`${(error as Error).stack}`);
    return { case: told, measurements: [], failure: (error as Error).message.split('\n')[0] ?? '' };
  } finally {
    for (const undo of undone.reverse()) await undo();
  }
}
