import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createHashThreads } from './hash-threads.ts';

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

describe('the threads of hashes', () => {
  it('compute hashes that they recognise, several at once', async () => {
    const threads = createHashThreads();
    const [one, other] = await Promise.all(['one', 'other'].map((password) => threads.hash(password, CHEAP)));
    expect(one).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect(await threads.verify(one ?? '', 'one')).toBe(true);
    expect(await threads.verify(other ?? '', 'one')).toBe(false);
  });

  it('report a hash that cannot be read, and go on', async () => {
    const threads = createHashThreads();
    await expect(threads.verify('no hash', 'x')).rejects.toThrow('could not be hashed');
    expect(await threads.hash('x', CHEAP)).toMatch(/^\$argon2id/);
  });

  it.runIf(process.platform === 'linux')('have a lower priority than the process', async () => {
    const lower = Math.min(19, priorityOf(process.pid) + 10);
    const before = new Set(threadIds());
    await createHashThreads().hash('x', CHEAP);
    const added = threadIds().filter((thread) => !before.has(thread));
    expect(added.map((thread) => priorityOf(`self/task/${thread}`))).toContain(lower);
  });
});

const threadIds = () => readdirSync('/proc/self/task');

/** The nice value, field 19; the name before it is in brackets. */
function priorityOf(place: string | number): number {
  const fields = readFileSync(`/proc/${place}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(fields[16]);
}
