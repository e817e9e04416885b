import { expect, it } from 'vitest';
import { toConfig } from '../config.ts';
import { demoToken } from './admin-token.ts';

it('a data folder that cannot keep the token is a bad setting, also beside a database of its own', () => {
  const config = toConfig({ DEMO: '1', DATA_DIR: '/dev/null', DATABASE_URL: 'postgres://localhost/x' });
  expect(() => demoToken(config)).toThrow(expect.objectContaining({ exitCode: 78 }));
});
