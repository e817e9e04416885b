/** Simulators may have local names; every other host is resolved and checked as always. */
import { expect, it } from 'vitest';
import { networkTools } from './network-tools.ts';

it('resolves the names of simulators on this machine, and no others', async () => {
  const asked: string[] = [];
  const given = {
    allowPrivate: false,
    secrets: { seal: () => Buffer.alloc(0), open: () => '' },
    async resolve(host: string) {
      asked.push(host);
      return ['93.184.216.34'];
    },
  };
  const { guard } = networkTools(given, { x: 'http://localhost:4100/x' }, { linkedinVersion: '202601' });
  const found = await guard.resolve('localhost');
  expect(found.every((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true);
  expect(found.length).toBeGreaterThan(0);
  expect(await guard.resolve('api.x.com')).toEqual(['93.184.216.34']);
  expect(asked).toEqual(['api.x.com']);
  expect(guard).toMatchObject({ allowPrivate: false, allowedOrigins: new Set(['http://localhost:4100']) });
});
