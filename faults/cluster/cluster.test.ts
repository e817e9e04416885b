/** The parts of `npm run faults -- cluster` that need no cluster: its checks report planted losses, and its options and settings hold. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnyCase } from '../case.ts';
import type { Acknowledged } from '../check.ts';
import { readOptions } from '../options.ts';
import { missing } from './check.ts';
import { errorsOf, gapOf, type Sample } from './figures.ts';
import { clusterPrograms } from './programs.ts';
import { etcdArguments, haproxySettings, type Ports, patroniSettings } from './settings.ts';

const published = (articleId: number, title = `Article ${articleId}`): Acknowledged => ({
  articleId,
  action: 'publish',
  title,
});

describe('the check of stored articles', () => {
  it('finds nothing if everything acknowledged is stored, with more that was not acknowledged', () => {
    const again: Acknowledged[] = [
      published(1),
      { articleId: 1, action: 'update', title: 'x' },
      { articleId: 1, action: 'unpublish', title: null },
      published(1, 'once more'),
    ];
    expect(missing([...again, published(2)], [1, 2, 3])).toEqual([]);
  });

  it('reports an article that is lost, and an id that two articles were given', () => {
    expect(missing([published(1), published(2)], [1])).toEqual([
      'lost: article 2 (Article 2) was acknowledged and is not stored',
    ]);
    expect(missing([published(1), published(1, 'another')], [1])).toEqual([
      'duplicate: another was given the id 1 of another article',
    ]);
  });
});

describe('the figures of a fault', () => {
  const sample = (ended: number, error: string | null = null, kind: Sample['kind'] = 'write'): Sample => ({
    kind,
    began: ended - 1,
    ended,
    error,
  });

  it('are the failures, and the longest time without a success', () => {
    const samples = [sample(90), sample(110), sample(150, '503'), sample(180), sample(120, null, 'cached')];
    expect(gapOf(samples, 'write', 100, 200)).toEqual({ requests: 3, failed: 1, gapMs: 70, endedAt: 180 });
    expect(gapOf(samples, 'probe', 100, 200)).toEqual({ requests: 0, failed: 0, gapMs: 100, endedAt: 200 });
  });

  it('count a request that hangs as a gap, although it failed after the window', () => {
    expect(gapOf([sample(110), sample(400, 'timeout')], 'write', 100, 300).gapMs).toBe(190);
  });

  it('count errors that differ only in ids together', () => {
    const samples = [sample(1, 'article 12345: 503'), sample(2, 'article 67890: 503'), sample(3)];
    expect(errorsOf(samples, 'write', 0, 10)).toEqual(['2 × article …: 503 (0.0 to 0.0 s)']);
  });
});

describe('the programs', () => {
  it('are named with their packages if they are missing', () => {
    expect(() => clusterPrograms(() => false)).toThrow(
      "The cluster needs Debian's packages etcd-server, patroni, haproxy, postgresql; missing here: etcd-server, patroni, haproxy, postgresql.",
    );
    expect(() => clusterPrograms((path) => path === '/usr/bin/etcd')).toThrow(
      'missing here: patroni, haproxy, postgresql.',
    );
  });

  it('are set up with the ports of loopback only', () => {
    const ports: Ports = {
      etcd: [1, 2, 3].map((n) => ({ client: 1000 + n, peer: 2000 + n })),
      nodes: [1, 2, 3].map((n) => ({ postgres: 3000 + n, api: 4000 + n })),
      masthead: [5001, 5002, 5003],
      database: 6001,
      service: 6002,
      statistics: 6003,
    };
    const texts = [
      etcdArguments(ports, 0, '/f').join('\n'),
      patroniSettings(ports, 2, '/f', '/bin'),
      haproxySettings(ports, readFileSync(new URL('../../ops/haproxy.cfg', import.meta.url), 'utf8')),
    ];
    for (const text of texts) {
      const addresses = text.match(/[\d.]+:\d{4}\b/g) ?? [];
      expect(addresses.length).toBeGreaterThan(3);
      expect(addresses.filter((address) => !address.startsWith('127.0.0.1:'))).toEqual([]);
    }
    expect(JSON.parse(texts[1] ?? '')).toMatchObject({ name: 'node3', bootstrap: { dcs: { synchronous_mode: true } } });
  });
});

it('a case apart runs only by its name, with the parts that are named', () => {
  const run = async () => ({ figures: {}, faults: [] });
  const known: AnyCase[] = [
    { name: 'kills', title: '', isShort: true, run },
    { name: 'cluster', title: '', isShort: false, isApart: true, run },
  ];
  const named = (...args: string[]) => readOptions(args, known, 1).cases.map(({ name }) => name);
  expect([named(), named('--short'), named('cluster'), named('--only', 'kills,cluster')]).toEqual([
    ['kills'],
    ['kills'],
    ['cluster'],
    ['kills', 'cluster'],
  ]);
  expect(readOptions(['cluster', '--parts', 'node,switchover'], known, 1).parts).toEqual(['node', 'switchover']);
});
