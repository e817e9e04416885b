/** COPY … FROM STDIN in text format, which `pg` does not provide. */
import type pg from 'pg';

type Cell = string | number | boolean | Date | null | (string | number)[] | object;

/** Rows of one table, written by one COPY. */
export async function copyRows(client: pg.ClientBase, table: string, rows: object[]): Promise<void> {
  if (!rows[0]) return;
  const columns = Object.keys(rows[0]).join(', ');
  const text = rows.map((row) => `${Object.values(row).map(cellText).join('\t')}\n`).join('');
  await copyText(client, `copy ${table} (${columns}) from stdin`, text);
}

/** `pg` calls `submit` of a query object and passes it the server's messages. */
function copyText(client: pg.ClientBase, command: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const query = {
      submit: (connection: Connection) => connection.query(command),
      handleCopyInResponse(connection: Connection) {
        connection.sendCopyFromChunk(Buffer.from(text));
        connection.endCopyFrom();
      },
      handleError(error: Error) {
        failure = error;
        reject(error);
      },
      handleCommandComplete() {},
      handleReadyForQuery() {
        if (!failure) resolve();
      },
    };
    client.query(query as unknown as pg.Submittable); // the part of Submittable that COPY uses
  });
}

interface Connection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

function cellText(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  if (cell instanceof Date) return cell.toISOString();
  if (Buffer.isBuffer(cell)) return `\\\\x${cell.toString('hex')}`;
  if (Array.isArray(cell)) return escaped(`{${cell.map((item) => JSON.stringify(item)).join(',')}}`);
  return escaped(typeof cell === 'string' ? cell : JSON.stringify(cell));
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escaped = (text: string) => text.replace(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign);
