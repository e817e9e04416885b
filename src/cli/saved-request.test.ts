import { describe, expect, it } from 'vitest';
import { headersFrom, lengthCause, savedRequest } from './saved-request.ts';

const bytes = (text: string) => savedRequest(Buffer.from(text));

describe('a saved request', () => {
  it.each(['\r\n', '\n'])('is read with lines that end in %j', (end) => {
    const saved = bytes(
      ['POST /hooks HTTP/1.1', 'X-Service-Action:  publish ', 'Host: a', '', '{"a":\r\n\r\n1}'].join(end),
    );
    expect(saved).toEqual({
      method: 'POST',
      headers: { 'x-service-action': 'publish', host: 'a' },
      body: Buffer.from('{"a":\r\n\r\n1}'),
    });
  });

  it('preserves any bytes in its body', () => {
    const body = Buffer.from([0xff, 0, 10, 13, 10, 10]);
    expect(savedRequest(Buffer.concat([Buffer.from('put / HTTP/2\nA: b\n\n'), body]))).toMatchObject({
      method: 'PUT',
      body,
    });
  });

  it('needs no request line', () => {
    expect(bytes('A: b\n\nx')).toMatchObject({ method: 'POST', headers: { a: 'b' } });
  });

  it.each([
    ['A: b', 'no blank line'],
    ['hello\n\nx', '“hello” is no header'],
    ['Transfer-Encoding: chunked\n\n1\nx\n0\n', 'in chunks'],
  ])('is refused when it is %j', (text, message) => {
    expect(() => bytes(text)).toThrow(message);
  });

  it('reports a body whose length differs from Content-Length', () => {
    expect(lengthCause(bytes('Content-Length: 2\n\nab'))).toEqual([]);
    expect(lengthCause(bytes('Content-Length: 2\n\nab\n'))).toEqual([expect.stringContaining('has 3 bytes')]);
    expect(headersFrom(['X-A: b: c'])).toEqual({ 'x-a': 'b: c' });
  });
});
