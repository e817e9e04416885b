import { expect, it } from 'vitest';
import { toConfig } from '../config.ts';
import { demoToken } from './admin-token.ts';

it('an unwritable data folder is a bad setting, even with a separate database', () => {
  const config = toConfig({ DEMO: '1', DATA_DIR: '/dev/null', DATABASE_URL: 'postgres://localhost/x' });
  expect(() => demoToken(config)).toThrow(expect.objectContaining({ exitCode: 78 }));
});
