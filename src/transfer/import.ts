/**
 * Imports lines. Batches are committed one by one, each with the progress, so that a killed import resumes where it stopped.
 * Lines that fail are stored and retried at the end, when the rows that they refer to exist.
 */
import { createHash, randomUUID } from 'node:crypto';
import { conflict, dataTrouble } from '../core/errors.ts';
import { type Actor, type AuditRun, commandLine } from '../core/rights.ts';
import { recordChange } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Secrets } from '../features/webhooks/secrets.ts';
import type { Storage } from '../storage/storage.ts';
import { articles } from './articles.ts';
import { type BatchReading, batchesOf, grouped, type LineBatch } from './batches.ts';
import type { Header } from './format.ts';
import { counted } from './import-counts.ts';
import {
  badLines,
  type CountsByNoun,
  closeImport,
  forgetLines,
  type ImportState,
  leaveLines,
  openImport,
  saveImport,
  waitingLines,
  withImportLock,
} from './import-state.ts';
import { restingSources, resumeSources } from './imported-sources.ts';
import { linesOf, type RawLine } from './lines.ts';
import { type ImportContext, INSTALLATION, type LineOutcome } from './noun.ts';
import { nouns } from './nouns.ts';
import { type Line, readLine, readText } from './reader.ts';
import { indexAlongside, type SearchIndexing } from './search-index.ts';
import type { FileSecrets, SecretsHeader } from './secrets.ts';
import { writeLines } from './write-lines.ts';

export interface ImportOptions {
  /** Lines of other sites are refused. */
  siteId: number | null;
  /** All lines or none. */
  isStrict: boolean;
  /** Rolls everything back. */
  isTrial: boolean;
  /** Receivers are notified; otherwise only the change feed has the changes. */
  isNotifying: boolean;
  /** An interrupted import of the same file starts again. */
  isRestarted: boolean;
  /** Opens the secrets of a file that has some, before anything is written; null skips them. */
  openSecrets?(header: SecretsHeader): Promise<FileSecrets | null>;
  /** The key that encrypts webhooks' secrets here. */
  webhookSecrets(): Promise<Secrets>;
  /** Stores the bytes of media that the file says it has, and returns where they are; null skips media. */
  openMedia?(header: Header | null): Promise<Storage | null>;
  now(): Date;
  onProgress?(progress: { lines: number; bad: number }): void;
  onBadLine(line: number, reason: string): void;
}

export interface ImportResult {
  counts: CountsByNoun;
  lines: number;
  bad: number;
  /** The line after which an interrupted import resumed; 0 if it started from the beginning. */
  resumedAt: number;
  /** Whether the import was committed. */
  isKept: boolean;
  /** Whether secrets were imported. */
  hasSecrets: boolean;
  /** Lines of media that were skipped. */
  leftOut: number;
  /** Sources that stay paused, because invalid lines may be part of their ledger. */
  resting: number;
}

const REPORT_AT_ONCE = 1_000;
/** Waiting lines are read back whole. */
const WAITING_AT_ONCE = 100;

export async function importLines(
  db: Db,
  source: AsyncIterable<Buffer>,
  options: ImportOptions,
): Promise<ImportResult> {
  return db.connection().execute((connection) =>
    withImportLock(connection, async () => {
      const indexing = indexAlongside(db);
      const result =
        options.isStrict || options.isTrial
          ? await wholly(connection, options, (tx) => runImport(tx, source, options, null))
          : await runImport(connection, source, options, indexing);
      if (result.isKept) await indexing.finish();
      return result;
    }),
  );
}

/** All in one transaction, which is rolled back after an invalid line or in a dry run. */
async function wholly(
  connection: Db,
  { isTrial }: ImportOptions,
  run: (tx: Tx) => Promise<ImportResult>,
): Promise<ImportResult> {
  const undone = new Error('undone');
  let result: ImportResult | undefined;
  try {
    await connection.transaction().execute(async (tx) => {
      result = await run(tx);
      if (isTrial || result.bad > 0) throw undone;
    });
  } catch (error) {
    if (error !== undone || !result) throw error;
    return { ...result, isKept: false };
  }
  if (!result) throw new Error('An import ended without a result.');
  return result;
}

async function runImport(
  db: Db | Tx,
  source: AsyncIterable<Buffer>,
  options: ImportOptions,
  indexing: SearchIndexing | null,
): Promise<ImportResult> {
  const lines = linesOf(source);
  const first = await lines.next();
  if (first.done) throw dataTrouble('The file is empty.');
  const header = headerIn(first.value);
  const secrets = (header?.secrets && (await options.openSecrets?.(header.secrets))) ?? null;
  const storage = (await options.openMedia?.(header)) ?? null;
  const run: Run = { ...(await openRun(db, first.value, options)), indexing, secrets, storage, leftOut: 0 };
  run.reading.isLeftOut = ({ noun }) => {
    const isLeftOut = noun.isOfMedia === true && storage === null;
    if (isLeftOut) run.leftOut += 1;
    return isLeftOut;
  };
  const resumedAt = run.state.lines;
  await importBatches(run, batchesOf(prefixed(first.value, lines), run.reading));
  if (run.reading.hasHeader && !run.reading.hasEnd) await leaveCutOff(run);
  await retryWaiting(run);
  const bad = await report(run);
  const resting = await transaction(db, (tx) => endImport(tx, run.state.id, bad));
  const { counts, lines: read } = run.state;
  const { leftOut } = run;
  return { counts, lines: read, bad, resumedAt, isKept: true, hasSecrets: secrets !== null, leftOut, resting };
}

/** Returns the number of sources that stay paused. */
async function endImport(tx: Tx, importId: number, bad: number): Promise<number> {
  if (bad === 0) await resumeSources(tx, importId);
  const resting = await restingSources(tx, importId);
  await closeImport(tx, importId);
  return resting;
}

function headerIn(first: RawLine): Header | null {
  const read = readLine(first);
  return read?.kind === 'header' ? (read.header ?? null) : null;
}

interface Run {
  db: Db | Tx;
  options: ImportOptions;
  state: ImportState;
  /** With the entry of the audit log that the run is counted in. */
  caller: Actor;
  reading: BatchReading;
  bad: number;
  /** Null where nothing is committed before the end. */
  indexing: SearchIndexing | null;
  secrets: FileSecrets | null;
  storage: Storage | null;
  leftOut: number;
}

async function openRun(
  db: Db | Tx,
  first: RawLine,
  options: ImportOptions,
): Promise<Pick<Run, 'db' | 'options' | 'state' | 'caller' | 'reading' | 'bad'>> {
  const source = createHash('sha256')
    .update(`${options.siteId ?? 'all'}\n`)
    .update(first.bytes)
    .digest();
  let state = await openImport(db, source);
  if (options.isRestarted) {
    await closeImport(db, state.id);
    state = await openImport(db, source);
  }
  const reading: BatchReading = {
    done: state.lines,
    hasHeader: false,
    hasEnd: false,
    check: (digest) => {
      if (!state.digest?.equals(digest)) throw anotherFile(state.lines);
    },
    refusal: ({ siteId, noun }) => {
      if (options.siteId === null || siteId === options.siteId) return null;
      const owner = noun.isOfInstallation ? 'the installation' : `site ${siteId}`;
      return `belongs to ${owner}; only lines of site ${options.siteId} are imported`;
    },
  };
  const run: AuditRun = { key: `import ${randomUUID()}`, noun: 'installation', action: 'import', isCountedApart: true };
  return { db, options, state, caller: { ...commandLine, run }, reading, bad: 0 };
}

const anotherFile = (lines: number) =>
  conflict(
    `This file begins like one whose import was interrupted after line ${lines}, but differs from it before that line. ` +
      'Finish the import of the other file, or use --restart to import this one from the beginning.',
  );

async function* prefixed<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/** While the database writes one batch, the next is read and checked. */
async function importBatches(run: Run, batches: AsyncGenerator<LineBatch>): Promise<void> {
  let next = batches.next();
  for (;;) {
    const { value: batch, done } = await next;
    if (done) return;
    const writing = importBatch(run, batch);
    next = batches.next();
    // The next round throws an error of reading, if there is one.
    next.catch(() => {});
    await writing;
    if (batch.lines[0]?.noun === articles) run.indexing?.add(batch.lines.length);
    run.options.onProgress?.({ lines: run.state.lines, bad: run.bad });
  }
}

async function importBatch(run: Run, { lines, bad, upTo, digest }: LineBatch): Promise<void> {
  const done = await transaction(run.db, async (tx) => {
    const outcomes = await writeLines(tx, contextOf(run, lines), lines);
    const counts = counted(run.state.counts, lines, outcomes);
    const left = [
      ...bad.map(({ number, reason }) => ({ line: number, noun_order: 0, reason, text: null })),
      ...reasons(lines, outcomes).map(({ line, reason }) => ({
        line: line.number,
        noun_order: nouns.indexOf(line.noun),
        reason,
        text: line.text,
      })),
    ];
    await leaveLines(tx, run.state.id, left);
    const state = { ...run.state, lines: upTo, digest, counts };
    await saveImport(tx, state);
    await recordBatch(tx, run, lines, counts);
    return { state, left: left.length };
  });
  run.state = done.state;
  run.bad += done.left;
}

/** A batch has lines of one noun and one site. */
async function recordBatch(tx: Tx, { caller, state }: Run, lines: Line[], after: CountsByNoun): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const { key } = first.noun;
  const written = (['new', 'changed'] as const).map(
    (name) => [`${key} ${name}`, (after[key]?.[name] ?? 0) - (state.counts[key]?.[name] ?? 0)] as const,
  );
  const counts = Object.fromEntries(written.filter(([, lines]) => lines > 0));
  if (Object.keys(counts).length === 0) return;
  const sites = first.noun.isOfInstallation ? 'all' : [first.siteId];
  await recordChange(tx, caller, { action: 'import', noun: 'installation', id: null, sites, counts });
}

function contextOf({ state, options, caller, secrets, storage }: Run, lines: Line[]): ImportContext {
  const { isNotifying, isTrial, now, webhookSecrets } = options;
  const audience = isNotifying ? ('all' as const) : ('feed' as const);
  const siteId = lines[0]?.siteId ?? INSTALLATION;
  return { importId: state.id, caller, siteId, now: now(), audience, isTrial, secrets, webhookSecrets, storage };
}

function reasons(lines: Line[], outcomes: LineOutcome[]): { line: Line; reason: string }[] {
  return lines.flatMap((line, index) => {
    const outcome = outcomes[index];
    return typeof outcome === 'object' ? [{ line, reason: outcome.reason }] : [];
  });
}

async function leaveCutOff({ db, state }: Run): Promise<void> {
  const reason = 'is missing: the file is truncated';
  await transaction(db, (tx) =>
    leaveLines(tx, state.id, [{ line: state.lines + 1, noun_order: 0, reason, text: null }]),
  );
}

/** In the order of the nouns, so that one pass is enough: rows that a line names come before it. */
async function retryWaiting(run: Run): Promise<void> {
  for (let after: { noun_order: number; line: number } | undefined; ; ) {
    const rows = await waitingLines(run.db, run.state.id, after, WAITING_AT_ONCE);
    if (rows.length === 0) return;
    // These lines were parsed successfully before.
    const lines = rows
      .map(({ line, text }) => readText(line, text))
      .filter((read): read is Line => read.kind === 'line');
    for (const group of grouped(lines)) await retry(run, group);
    after = rows.at(-1);
  }
}

async function retry(run: Run, lines: Line[]): Promise<void> {
  run.state = await transaction(run.db, async (tx) => {
    const outcomes = await writeLines(tx, contextOf(run, lines), lines);
    await forgetLines(tx, run.state.id, lines);
    const left = reasons(lines, outcomes).map(({ line, reason }) => {
      return {
        line: line.number,
        noun_order: nouns.indexOf(line.noun),
        reason: `${line.noun.key}: ${reason}`,
        text: null,
      };
    });
    await leaveLines(tx, run.state.id, left);
    const state = { ...run.state, counts: counted(run.state.counts, lines, outcomes) };
    await saveImport(tx, state);
    await recordBatch(tx, run, lines, state.counts);
    return state;
  });
}

async function report({ db, state, options }: Run): Promise<number> {
  let bad = 0;
  for (let after = 0; ; ) {
    const rows = await badLines(db, state.id, after, REPORT_AT_ONCE);
    for (const { line, reason } of rows) options.onBadLine(line, reason);
    bad += rows.length;
    const last = rows.at(-1);
    if (!last) return bad;
    after = last.line;
  }
}
