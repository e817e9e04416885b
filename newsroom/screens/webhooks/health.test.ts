import { expect, it } from 'vitest';
import type { Webhook } from '../../../src/sdk/client.ts';
import { healthOf } from './health.ts';

const NOW = new Date('2030-01-01T12:00:00Z');
const QUIET: Webhook['health'] = {
  breaker: 'closed',
  next_probe_at: null,
  pending: 0,
  oldest_pending_at: null,
  tries_since_success: 0,
  failing_since: null,
  last_success_at: null,
  last_failure_at: null,
  last_failure: null,
};
const health = (fields: Partial<Webhook['health']>, active = true) =>
  healthOf({ active, health: { ...QUIET, ...fields } }, NOW);

it('names the first thing that an editor should know', () => {
  const success = { last_success_at: '2030-01-01T11:00:00Z' };
  const failing = { ...success, failing_since: '2030-01-01T11:30:00Z', pending: 3 };
  expect(health({})).toBe('unused');
  expect(health(success)).toBe('healthy');
  expect(health({ ...success, pending: 1, oldest_pending_at: '2030-01-01T11:59:30Z' })).toBe('healthy');
  expect(health({ ...success, pending: 1, oldest_pending_at: '2030-01-01T11:58:00Z' })).toBe('waiting');
  expect(health(failing)).toBe('failing');
  expect(health(failing, false)).toBe('paused');
});
