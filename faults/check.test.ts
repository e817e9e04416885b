/** The checker reports each kind of violation: every test makes one. */
import { describe, expect, it } from 'vitest';
import { signature, standardSignature } from '../src/core/signature.ts';
import { type Acknowledged, type Committed, check, type Hook } from './check.ts';
import type { Arrival } from './wire.ts';

const hook: Hook = { id: 7, path: '/hook', url: 'http://127.0.0.1/hook', secrets: ['a secret of the webhook'] };
const AT = 1_750_000_000_000;

const bodyOf = (version: number) =>
  JSON.stringify({ action: 'update', article: { id: 1, title: `Change ${version}` } });

function arrival(version: number, fields: Partial<Arrival> = {}, secret = hook.secrets[0] ?? ''): Arrival {
  const body = fields.body ?? bodyOf(version);
  const [id, timestamp] = [String(100 + version), AT / 1_000];
  const request = { method: 'POST', action: 'update', env: 'development', url: hook.url, body };
  const headers = {
    'x-service-action': 'update',
    'x-service-env': 'development',
    'x-service-signature': signature(request, secret, 'hex'),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standardSignature({ id, timestamp, body }, [secret]),
  };
  return { at: AT, path: hook.path, headers, body, code: 204, ...fields };
}

function committed(states: string[]): Committed {
  const versions = states.map((state, n) => ({ state, content_version: n + 1, article_id: 1, action: 'update' }));
  return {
    events: versions.map((one) => ({ ...one, body: bodyOf(one.content_version) })),
    deliveries: versions.map((one) => ({ ...one, webhook_id: hook.id, id: 100 + one.content_version })),
  };
}

const faultsOf = (states: string[], arrivals: Arrival[], acknowledged: Acknowledged[] = []) =>
  check(committed(states), arrivals, [hook], acknowledged).faults;
const both = ['delivered', 'delivered'];

/** Supersedes the first, which is replayed later. */
const supersededBy = (version: number): Committed => {
  const all = committed(['delivered', 'delivered', 'delivered']);
  return {
    ...all,
    deliveries: all.deliveries.map((one, n) => (n === 0 ? { ...one, superseded_by: 100 + version } : one)),
  };
};

describe('the checker', () => {
  it('finds nothing in a correct run with repeats', () => {
    const repeated = [arrival(1), arrival(1), arrival(2), arrival(1), arrival(2)];
    expect(check(committed(both), repeated, [hook])).toMatchObject({ events: 2, arrivals: 5, repeated: 3, faults: [] });
    expect(faultsOf(['superseded', 'delivered'], [arrival(1, { code: 500 }), arrival(2)])).toEqual([]);
  });

  const title = (version: number) => ({ articleId: 1, action: 'update' as const, title: `Change ${version}` });
  it.each<[string, string[], Arrival[], Acknowledged[]?]>([
    ['lost: Change 9', ['delivered'], [arrival(1)], [title(9)]],
    ['lost: an unpublication', ['delivered'], [arrival(1)], [{ articleId: 1, action: 'unpublish', title: null }]],
    ['lost: delivery 102', ['delivered', 'pending'], [arrival(1)]],
    ['lost: delivery 102', ['delivered', 'given_up'], [arrival(1)]],
    ['lost: delivery 102', both, [arrival(1), arrival(2, { code: 500 })]],
    ['phantom: 103', both, [arrival(1), arrival(2), arrival(3)]],
    ['changed: 101', ['delivered'], [arrival(1, { body: bodyOf(1).replace('1', '2') })]],
    ['signature: 101', ['delivered'], [arrival(1, {}, 'another secret')]],
    ['order: update of article 1 at version 2', both, [arrival(2), arrival(1)]],
    ['order: update of article 1 at version 2', both, [arrival(1, { code: 500 }), arrival(2), arrival(1)]],
  ])('finds “%s”', (fault, states, arrivals, acknowledged) => {
    const found = faultsOf(states, arrivals, acknowledged);
    expect(found).toEqual([expect.stringContaining(fault)]);
  });

  it('lets a superseded, replayed version arrive after its successor', () => {
    const arrivals = [arrival(1, { code: 500 }), arrival(2), arrival(3), arrival(1), arrival(2), arrival(3)];
    expect(check(supersededBy(2), arrivals, [hook]).faults).toEqual([]);
    expect(check(supersededBy(3), arrivals, [hook]).faults).toEqual([
      'order: update of article 1 at version 2 came to /hook before update of article 1 at version 1 was taken',
    ]);
  });

  it('finds an event without a delivery for a receiver', () => {
    const { events } = committed(['delivered']);
    expect(check({ events, deliveries: [] }, [], [hook]).faults).toEqual([expect.stringContaining('has no delivery')]);
  });
});
