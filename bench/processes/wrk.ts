/** The load generator `wrk`, where it is installed. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Done, Target } from './target.ts';

let found: boolean | undefined;

export function hasWrk(): boolean {
  // wrk has no --version and exits with 1; a missing program gives an error instead.
  found ??= spawnSync('wrk', ['-v']).error === undefined;
  return found;
}

export async function runWrk({ url, paths, headers = {}, connections }: Target, seconds: number): Promise<Done> {
  const heads = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = ['-t1', `-c${connections}`, `-d${Math.ceil(seconds)}s`, '--latency', ...heads, `${url}${paths[0]}`];
  const { stdout } = await promisify(execFile)('wrk', args);
  return readWrk(stdout);
}

const UNITS: Record<string, number> = { us: 0.001, ms: 1, s: 1_000 };

/** `wrk` counts every status below 400 as success and ignores the length. */
export function readWrk(output: string): Done {
  const done = output.match(/(\d+) requests in ([\d.]+)(us|ms|s)/);
  if (!done) throw new Error(`The output of wrk was not understood:\n${output}`);
  const errors = output.match(/Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/)?.slice(1) ?? [];
  const refused = output.match(/Non-2xx or 3xx responses: (\d+)/)?.[1] ?? '0';
  const percentile = (share: string) => {
    const [, value, unit = ''] = output.match(new RegExp(`^ +${share}% +([\\d.]+)(us|ms|s)$`, 'm')) ?? [];
    return value === undefined ? null : Number(value) * (UNITS[unit] ?? Number.NaN);
  };
  return {
    requests: Number(done[1]),
    seconds: (Number(done[2]) * (UNITS[done[3] ?? ''] ?? Number.NaN)) / 1_000,
    wrong: [...errors, refused].reduce((sum, count) => sum + Number(count), 0),
    p50: percentile('50'),
    p99: percentile('99'),
  };
}
