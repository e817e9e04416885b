import { expect, it } from 'vitest';
import { refuseLittle } from './space.ts';

const MIB = 1024 ** 2;

it('an upgrade needs twice the size of the database and half a gibibyte, and says so', () => {
  expect(() => refuseLittle(100 * MIB, 712 * MIB, '/data')).not.toThrow();
  expect(() => refuseLittle(100 * MIB, 711 * MIB, '/data')).toThrow(
    'it needs 712 MiB on the disk of /data, which has 711. Nothing was changed.',
  );
  expect(() => refuseLittle(0, 100 * MIB, '/data')).toThrow('it needs 512 MiB on the disk of /data, which has 100.');
});
