/** Parses the statements that a client sends in PostgreSQL's protocol 3. Pure. */

export interface Statement {
  text: string;
  /** In text format, as sent. */
  values: (string | null)[];
  /** The prepared statement's name. */
  name?: string;
}

const [QUERY, PARSE, BIND] = ['Q', 'P', 'B'].map((letter) => letter.charCodeAt(0));
const LENGTH = 4;

/** Takes one connection's bytes in chunks and reports each statement once its values are known. */
export function readStatements(tell: (statement: Statement) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;
  const readMessage = (type: number | undefined, body: Cursor) => {
    if (type === QUERY) tell({ text: body.text(), values: [] });
    if (type === PARSE) prepared.set(body.text(), body.text());
    if (type !== BIND) return;
    body.text(); // the portal
    const name = body.text();
    body.skip(2 * body.int16()); // the values' formats
    const values = Array.from({ length: body.int16() }, () => body.value());
    tell({ text: prepared.get(name) ?? '', values, ...(name ? { name } : {}) });
  };
  return (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    for (;;) {
      // The first message of a connection has no type.
      const at = isStarted ? 1 : 0;
      if (rest.length < at + LENGTH || rest.length < at + rest.readInt32BE(at)) return;
      const end = at + rest.readInt32BE(at);
      if (isStarted) readMessage(rest[0], cursor(rest.subarray(at + LENGTH, end)));
      isStarted = true;
      rest = rest.subarray(end);
    }
  };
}

type Cursor = ReturnType<typeof cursor>;

function cursor(bytes: Buffer) {
  let at = 0;
  const skip = (count: number) => {
    at += count;
    return at;
  };
  return {
    skip,
    int16: () => bytes.readInt16BE(skip(2) - 2),
    /** Up to the next NUL. */
    text() {
      const from = at;
      return bytes.toString('utf8', from, skip(bytes.indexOf(0, from) + 1 - from) - 1);
    },
    value(): string | null {
      const size = bytes.readInt32BE(skip(4) - 4);
      return size < 0 ? null : bytes.toString('utf8', at, skip(size));
    },
  };
}
