/** A request as it was captured: request line, headers, a blank line, and the body in its bytes. */
import { dataTrouble } from '../core/errors.ts';

export interface SavedRequest {
  method: string;
  headers: Record<string, string>;
  body: Buffer;
}

const REQUEST_LINE = /^([A-Za-z]+) \S+ HTTP\/\d(\.\d)?$/;
const HEADER = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/;

export function savedRequest(bytes: Buffer): SavedRequest {
  const { head, body } = divided(bytes);
  const lines = head.split(/\r?\n/).filter((line) => line !== '');
  const method = REQUEST_LINE.exec(lines[0] ?? '')?.[1];
  const headers = headersFrom(method ? lines.slice(1) : lines);
  if (/chunked/i.test(headers['transfer-encoding'] ?? '')) {
    throw dataTrouble('The request is saved in chunks; save its body separately and name it with --body.');
  }
  return { method: method?.toUpperCase() ?? 'POST', headers, body };
}

/** `X-Service-Action: publish`, one a line; names in lower case. */
export function headersFrom(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = HEADER.exec(line) ?? [];
      if (name === '') throw dataTrouble(`“${line.slice(0, 80)}” is no header; write it as NAME: VALUE.`);
      return [name.toLowerCase(), value];
    }),
  );
}

/** A body that is not as long as the headers say was changed on its way, or when it was saved. */
export function lengthCause({ headers, body }: SavedRequest): string[] {
  const stated = headers['content-length'];
  return stated === undefined || Number(stated) === body.length
    ? []
    : [`The body has ${body.length} bytes, and Content-Length says ${stated}: these are not the bytes that were sent.`];
}

function divided(bytes: Buffer): { head: string; body: Buffer } {
  const [end, width] = ['\r\n\r\n', '\n\n']
    .map((blank) => [bytes.indexOf(blank), blank.length] as const)
    .filter(([at]) => at >= 0)
    .sort(([one], [other]) => one - other)[0] ?? [-1, 0];
  if (end < 0) throw dataTrouble('There is no blank line between the headers and the body.');
  return { head: bytes.toString('latin1', 0, end), body: bytes.subarray(end + width) };
}
