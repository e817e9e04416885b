import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { openListener } from './listener.ts';

const RECONNECTS = 12;

it('leaves nothing behind when it reconnects', async () => {
  const app = await testApp();
  const warnings: string[] = [];
  const warned = (warning: Error) => warnings.push(warning.name);
  process.on('warning', warned);
  const listener = openListener(app.pool);
  let connected = 0;
  listener.on('test_channel', (payload) => {
    if (payload === null) connected += 1;
  });
  for (let times = 1; times <= RECONNECTS; times++) {
    await expect.poll(() => connected, { interval: 20 }).toBeGreaterThanOrEqual(times);
    const [own] = await listener.query<{ pid: number }>('select pg_backend_pid() as pid', []);
    await app.pool.query('select pg_terminate_backend($1)', [own?.pid]);
  }
  await listener.stop();
  process.off('warning', warned);
  expect(warnings).toEqual([]);
});
