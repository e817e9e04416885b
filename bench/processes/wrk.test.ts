import { expect, it } from 'vitest';
import { readWrk } from './wrk.ts';

const OUTPUT = `Running 2s test @ http://127.0.0.1:4000/v1/sites/1/articles
  1 threads and 20 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   635.91us    0.89ms  12.92ms   93.69%
    Req/Sec    31.20k     2.07k   34.00k    86.54%
  Latency Distribution
     50%  250.00us
     75%  491.00us
     90%    1.20ms
     99%    5.80ms
  62512 requests in 2.00s, 1.77GB read
Requests/sec:  31256.00
Transfer/sec:    906.33MB
`;

it('parses the output of wrk', () => {
  expect(readWrk(OUTPUT)).toEqual({ requests: 62_512, seconds: 2, wrong: 0, p50: 0.25, p99: 5.8 });
});

it('counts errors and refusals as failures', () => {
  const more = '  Socket errors: connect 0, read 2, write 1, timeout 4\n  Non-2xx or 3xx responses: 10\n';
  expect(readWrk(OUTPUT.replace('Requests/sec', `${more}Requests/sec`)).wrong).toBe(17);
});

it('rejects output that it cannot parse', () => {
  expect(() => readWrk('unable to connect')).toThrow('unable to connect');
});
