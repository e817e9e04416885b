import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../test/random.ts';
import { newAnswerReader } from './http-answer.ts';

const LIMITS = { mostRead: 1_000, mostKept: 10 };
/** Above the longest head and line. */
const ROOMY = { mostRead: 100_000, mostKept: 10 };

interface Read {
  status: number | null;
  body: string;
  isComplete: boolean;
  isReusable: boolean;
}

function readIn(parts: string[], isClosed: boolean, limits = LIMITS): Read {
  const reader = newAnswerReader(limits);
  let isComplete = false;
  for (const part of parts) isComplete = reader.read(Buffer.from(part, 'latin1'));
  if (isClosed && !isComplete) isComplete = reader.end();
  return { status: reader.status(), body: reader.kept().toString(), isComplete, isReusable: reader.isReusable() };
}

const complete = { isComplete: true, isReusable: true };
const closing = { isComplete: true, isReusable: false };
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n';

const ANSWERS: [what: string, text: string, expected: Partial<Read>][] = [
  ['no body', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204, body: '', ...complete }],
  ['no body, whatever it says', 'HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\n', { status: 204, ...complete }],
  ['no reason', 'HTTP/1.1 200\r\ncontent-length:0\r\n\r\n', { status: 200, ...complete }],
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', { status: 200, body: 'hello', ...complete }],
  ['lines that end in LF alone', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok', { body: 'ok', ...complete }],
  ['the same length twice', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\ncontent-length: 2\r\n\r\nok', complete],
  ['chunks', `${chunked}\r\n5\r\nhello\r\n3;x=y\r\nyou\r\n0\r\n\r\n`, { body: 'helloyou', ...complete }],
  ['chunks and trailers', `${chunked}\r\nA\r\n0123456789\r\n0\r\nX: y\r\n\r\n`, { body: '0123456789', ...complete }],
  ['chunks and a length', `${chunked}Content-Length: 3\r\n\r\n1\r\nx\r\n0\r\n\r\n`, { body: 'x', ...closing }],
  ['a header on two lines', 'HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 0\r\n\r\n', complete],
  ['an answer to come first', 'HTTP/1.1 100 Wait\r\n\r\nHTTP/1.1 201 Made\r\nContent-Length: 0\r\n\r\n', complete],
  ['another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n', { status: 101, ...closing }],
  ['a connection that closes', 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', closing],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok', { body: 'ok', ...closing }],
  ['HTTP/1.0 kept', 'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok', complete],
  ['the end of the connection', 'HTTP/1.1 500 Oh\r\n\r\nwhatever comes', { body: 'whatever c', ...closing }],
  ['another coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nabc', { body: 'abc', ...closing }],
  ['more than it says', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200', { body: 'ok', ...closing }],
  ['too much', `HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n${'x'.repeat(2_000)}`, { status: 200, ...closing }],
  ['too little', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort', { status: 200, isComplete: false }],
  ['too few chunks', `${chunked}\r\n5\r\nhello\r\n`, { isComplete: false }],
  ['only one to come', 'HTTP/1.1 102 Wait\r\n\r\n', { status: null, isComplete: false }],
  ['nothing', '', { status: null, isComplete: false }],
];

describe('an answer with', () => {
  it.each(ANSWERS)('%s is read, however it is cut into parts', (_, text, expected) => {
    expect(readIn([text], true)).toMatchObject(expected);
    expect(readIn([...text], true)).toMatchObject(expected);
    const random = randomNumbers(text.length);
    const parts: string[] = [];
    for (let at = 0; at < text.length; ) {
      const size = 1 + Math.floor(random() * 12);
      parts.push(text.slice(at, at + size));
      at += size;
    }
    expect(readIn(parts, true)).toMatchObject(expected);
  });

  it.each([
    ['no HTTP', 'not http at all\r\n\r\n'],
    ['another version', 'HTTP/2 200\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n'],
    ['a chunk without a size', `${chunked}\r\nxyz\r\n`],
    ['a chunk that is longer than it says', `${chunked}\r\n2\r\nhello\r\n`],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
    ['a NUL', 'HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n'],
    ['a head without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`],
    ['a long head', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a line without end', `${chunked}\r\n1;${'x'.repeat(5_000)}`],
  ])('%s is refused', (_, text) => {
    expect(() => readIn([text], false, ROOMY)).toThrow(expect.objectContaining({ name: 'BadAnswer' }));
    expect(() => readIn([...text], false, ROOMY)).toThrow(expect.objectContaining({ name: 'BadAnswer' }));
  });

  it.each<[what: string, start: string, piece: string, ending: string]>([
    ['empty lines', '', '\r\n\r\n', 'refused'],
    ['interim responses', '', 'HTTP/1.1 103 Early Hints\r\n\r\n', 'refused'],
    ['chunk extensions', `${chunked}\r\n`, `1;${'x'.repeat(50)}\r\ny\r\n`, 'complete'],
    ['trailers', `${chunked}\r\n0\r\n`, 'X: y\r\n', 'complete'],
    ['a body', 'HTTP/1.1 200 OK\r\n\r\n', 'xxxxxxxx', 'complete'],
    ['a body with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n', 'xxxxxxxx', 'complete'],
  ])('endless %s is read to the limit and no further', (_, start, piece, ending) => {
    const reader = newAnswerReader(LIMITS);
    let bytes = 0;
    const read = () => {
      for (let text = start || piece; ; text = piece) {
        bytes += text.length;
        if (reader.read(Buffer.from(text, 'latin1'))) return 'complete';
      }
    };
    const outcome = (() => {
      try {
        return read();
      } catch (error) {
        return (error as Error).name === 'BadAnswer' ? 'refused' : 'failed';
      }
    })();
    expect(outcome).toBe(ending);
    expect(bytes).toBeLessThanOrEqual(LIMITS.mostRead + piece.length);
    expect(reader.isReusable()).toBe(false);
  });

  it('headers gives them by their names in lower case, the first of each', () => {
    const reader = newAnswerReader(LIMITS);
    reader.read(Buffer.from('HTTP/1.1 503 Later\r\nRETRY-After:  120 \r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n'));
    expect([reader.header('retry-after'), reader.header('location')]).toEqual(['120', undefined]);
  });
});
