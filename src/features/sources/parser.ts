/**
 * Parses feeds in a thread: a feed of some megabytes takes most of a second, and one that was made to harm takes longer. A thread that
 * exceeds its time or memory is ended.
 */
import { createRequire } from 'node:module';
import { invalidBody } from '../../core/errors.ts';
import type { ParsedFeed } from '../../core/intake/formats.ts';
import type { Outline } from '../../core/intake/opml.ts';
import { createThreads, ThreadEnded } from '../../jobs/threads.ts';

export interface FeedParser {
  /** Throws a `FeedProblem` for a text that is no feed. */
  parse(text: string, timeoutMs?: number): Promise<ParsedFeed>;
  /** The outlines of a list of feeds. */
  parseOpml(text: string, timeoutMs?: number): Promise<Outline[]>;
}

/** Why a feed could not be read, in one word and one sentence. */
export class FeedProblem extends Error {
  override name = 'FeedProblem';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type Reply = { parsed: unknown } | { error: string };
interface Work {
  text: string;
  isOpml: boolean;
}

const TIMEOUT_MS = 5_000;
const MEMORY_MB = 256;
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { parseFeed, parseOpml } = require(workerData.library);
// The library takes any object with a length for a list: {"length": 1e9} would fill the memory of the whole process at once.
const from = Array.from;
Array.from = (value, ...rest) => {
  if (value?.length > 0 && typeof value[Symbol.iterator] !== 'function') throw new Error('An object has a length.');
  return from.call(Array, value, ...rest);
};
parentPort.on('message', ({ text, isOpml }) => {
  try {
    parentPort.postMessage({ parsed: isOpml ? parseOpml(text) : parseFeed(text) });
  } catch (error) {
    parentPort.postMessage({ error: String(error.message) });
  }
});`;
const NOT_A_FEED = 'The document is no valid RSS, Atom, RDF or JSON Feed.';
const TOO_HARD = 'The document takes too much time or memory to read.';

/** One thread for each call that runs at the same time: the callers limit them. */
export function createFeedParser(usualMs = TIMEOUT_MS): FeedParser {
  const library = createRequire(import.meta.url).resolve('feedsmith');
  const threads = createThreads<Work, Reply>({ program: PROGRAM, data: { library }, memoryMb: MEMORY_MB });
  const run = async (work: Work, timeoutMs = usualMs): Promise<Reply> => {
    try {
      return await threads.run(work, timeoutMs);
    } catch (error) {
      throw error instanceof ThreadEnded ? new FeedProblem('too_big', TOO_HARD) : error;
    }
  };
  return {
    async parse(text, timeoutMs) {
      const reply = await run({ text, isOpml: false }, timeoutMs);
      if ('error' in reply) throw new FeedProblem('not_a_feed', NOT_A_FEED);
      return reply.parsed as ParsedFeed; // what parseFeed returns
    },
    async parseOpml(text, timeoutMs) {
      const reply = await run({ text, isOpml: true }, timeoutMs);
      if ('error' in reply) throw invalidBody([{ path: '/document', message: 'is no valid OPML' }]);
      const { body } = reply.parsed as { body?: { outlines?: Outline[] } }; // what parseOpml returns
      return body?.outlines ?? [];
    },
  };
}
