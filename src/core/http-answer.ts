/**
 * Reads the answer to one request as it comes over a connection: HTTP/1.0 and 1.1, as far as a sender of notifications
 * needs it, which wants the status, a few headers and the beginning of the body. What it cannot make sense of is refused.
 */

/** What came is not an answer. */
export class BadAnswer extends Error {
  override name = 'BadAnswer';
}

export interface AnswerLimits {
  /** Bytes read in all: interim responses, headers, chunk sizes and trailers count too. The rest is not read. */
  mostRead: number;
  mostKept: number;
}

export interface AnswerReader {
  /** Takes what came next; answers whether the answer is complete. Throws `BadAnswer`. */
  read(bytes: Buffer): boolean;
  /** Nothing more will come; answers whether the answer is complete by that. */
  end(): boolean;
  /** Null until the head of the answer has come. */
  status(): number | null;
  /** By its name in lower case. */
  header(name: string): string | undefined;
  /** The beginning of the body. */
  kept(): Buffer;
  /** Whether another request may follow on the connection. */
  isReusable(): boolean;
}

interface Head {
  status: number;
  headers: Map<string, string>;
  /** The connection stays open after the answer, if its end can be told. */
  isKeptOpen: boolean;
}

/** What stands next on the connection. `close`: a body that ends with the connection. */
type Next = 'head' | 'length' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers' | 'close' | 'done';

const LONGEST_HEAD = 16 * 1024;
/** Interim responses (1xx) before the final one. */
const MOST_INTERIM = 8;
const LONGEST_LINE = 4 * 1024;
const NOTHING = Buffer.alloc(0);
const [LF, CR] = [10, 13];
const SWITCHING_PROTOCOLS = 101;
/** Their answers have no body, whatever their headers say. */
const WITHOUT_BODY = [SWITCHING_PROTOCOLS, 204, 304];
const STATUS_LINE = /^HTTP\/1\.([01]) (\d{3})(?: .*)?$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/;
const CHUNK_SIZE = /^([0-9a-fA-F]{1,12})[ \t]*(?:;.*)?$/;

export function newAnswerReader({ mostRead, mostKept }: AnswerLimits): AnswerReader {
  let next: Next = 'head';
  let head: Head | null = null;
  let rest: Buffer = NOTHING;
  /** Of a body or a chunk. */
  let left = 0;
  let size = 0;
  let received = 0;
  let interim = 0;
  /** How far `rest` was searched for the end of the head, so that a head that comes in drips is searched once. */
  let searched = 0;
  const parts: Buffer[] = [];

  /** Each takes from `rest` what is its own, and answers whether it got on. */
  const steps: Record<Exclude<Next, 'done'>, () => boolean> = {
    head() {
      skipEmptyLines();
      const end = endOfHead(rest, searched);
      searched = Math.max(0, rest.length - 2);
      if (end === null && rest.length <= LONGEST_HEAD) return false;
      if (end === null || end > LONGEST_HEAD) throw new BadAnswer('The head of the answer is too long.');
      const found = headIn(rest.toString('latin1', 0, end));
      rest = rest.subarray(end);
      searched = 0;
      if (isInterim(found)) return true;
      head = found;
      [next, left] = bodyAfter(found);
      return true;
    },
    length() {
      takeBody(left);
      if (left === 0) next = 'done';
      return false;
    },
    close() {
      takeBody(Number.POSITIVE_INFINITY);
      return false;
    },
    'chunk-size'() {
      const line = takeLine();
      if (line === null) return false;
      const digits = CHUNK_SIZE.exec(line)?.[1];
      if (digits === undefined) throw new BadAnswer('The answer has a chunk without a size.');
      left = Number.parseInt(digits, 16);
      next = left === 0 ? 'trailers' : 'chunk';
      return true;
    },
    chunk() {
      takeBody(left);
      if (left === 0 && next !== 'done') next = 'chunk-end';
      return left === 0;
    },
    'chunk-end'() {
      const line = takeLine();
      if (line === null) return false;
      if (line !== '') throw new BadAnswer('A chunk of the answer is longer than it says.');
      next = 'chunk-size';
      return true;
    },
    trailers() {
      const line = takeLine();
      if (line === '') next = 'done';
      return line !== null;
    },
  };

  function skipEmptyLines() {
    let at = 0;
    while (rest[at] === CR || rest[at] === LF) at += 1;
    if (at > 0) rest = rest.subarray(at);
  }

  function isInterim({ status }: Head): boolean {
    if (status < 100 || status >= 200 || status === SWITCHING_PROTOCOLS) return false;
    interim += 1;
    if (interim > MOST_INTERIM) throw new BadAnswer('The answer has too many interim responses.');
    return true;
  }

  /** With a status the answer can be judged; without one it is refused. */
  function stopReading() {
    if (head === null) throw new BadAnswer(`No status within ${mostRead} bytes.`);
    next = 'done';
  }

  function takeLine(): string | null {
    const end = rest.indexOf(LF);
    if (end === -1 && rest.length <= LONGEST_LINE) return null;
    if (end === -1 || end > LONGEST_LINE) throw new BadAnswer('A line of the answer is too long.');
    const line = rest.toString('latin1', 0, rest[end - 1] === CR ? end - 1 : end);
    rest = rest.subarray(end + 1);
    return line;
  }

  function takeBody(most: number) {
    const part = rest.length > most ? rest.subarray(0, most) : rest;
    if (size < mostKept && part.length > 0) parts.push(part);
    size += part.length;
    left -= part.length;
    rest = rest.subarray(part.length);
  }

  return {
    read(bytes) {
      received += bytes.length;
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      while (next !== 'done' && rest.length > 0 && steps[next]()) {}
      if (next !== 'done' && received > mostRead) stopReading();
      return next === 'done';
    },
    end: () => next === 'close' || next === 'done',
    status: () => head?.status ?? null,
    header: (name) => head?.headers.get(name),
    kept: () => Buffer.concat(parts).subarray(0, mostKept),
    isReusable: () => next === 'done' && rest.length === 0 && received <= mostRead && head?.isKeptOpen === true,
  };
}

/** Where the empty line ends that ends a head, looked for from `start` on. */
function endOfHead(bytes: Buffer, start: number): number | null {
  for (let at = bytes.indexOf(LF, start); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2;
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3;
  }
  return null;
}

function headIn(text: string): Head {
  const [first = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const [, minor, status] = STATUS_LINE.exec(first) ?? [];
  if (status === undefined) throw new BadAnswer('The answer is not HTTP.');
  if (text.includes('\0')) throw new BadAnswer('The head of the answer holds a NUL.');
  const headers = new Map<string, string>();
  for (const line of lines) {
    // What goes on on another line is of no header that is looked at.
    if (line.startsWith(' ') || line.startsWith('\t')) continue;
    addHeader(headers, line);
  }
  const connection = headers.get('connection')?.toLowerCase() ?? '';
  const isKeptOpen = minor === '1' ? !connection.includes('close') : connection.includes('keep-alive');
  return { status: Number(status), headers, isKeptOpen: isKeptOpen && Number(status) !== SWITCHING_PROTOCOLS };
}

/** Of one that comes twice the first counts; the length must be the same each time. */
function addHeader(headers: Map<string, string>, line: string): void {
  const [, name, value = ''] = HEADER_LINE.exec(line) ?? [];
  if (name === undefined) throw new BadAnswer('The answer has a header without a name.');
  const key = name.toLowerCase();
  const known = headers.get(key);
  if (key === 'content-length' && known !== undefined && known !== value.trim())
    throw new BadAnswer('The answer has two lengths.');
  if (known === undefined) headers.set(key, value.trim());
}

function bodyAfter(head: Head): [next: Next, left: number] {
  const { status, headers } = head;
  if (WITHOUT_BODY.includes(status)) return ['done', 0];
  const coding = headers.get('transfer-encoding')?.toLowerCase();
  const length = headers.get('content-length');
  if (coding !== undefined) {
    // With both, nobody can say where the next answer begins.
    if (length !== undefined) head.isKeptOpen = false;
    return [/(^|[,\s])chunked$/.test(coding) ? 'chunk-size' : 'close', 0];
  }
  if (length === undefined) return ['close', 0];
  if (!/^\d{1,15}$/.test(length)) throw new BadAnswer('The length of the answer is not a number.');
  return Number(length) === 0 ? ['done', 0] : ['length', Number(length)];
}
