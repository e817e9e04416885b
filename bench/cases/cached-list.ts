/** Cached lists, against bare node:http writing the same bytes. */

import { ARCHIVE, LIGHT } from '../archive/sets.ts';
import type { Bench, Case, Measurement } from '../case.ts';
import { inPairs } from '../case.ts';
import { answerOf, bareTwin } from '../processes/answers.ts';
import { loader, loadMeasurements } from '../processes/load.ts';
import { startService } from '../processes/service.ts';
import type { Target } from '../processes/target.ts';

export const CONNECTIONS = 20;
const LEAST = 0.9;

const cachedList = (kilobytes: number, site: number): Case => ({
  name: `cached-list-${kilobytes}k`,
  title: `list of 20, cached, ${kilobytes} kB`,
  reference: 'bare node:http writing the same bytes',
  bar: `≥ ${LEAST}`,
  async run(bench) {
    return againstBareTwin(bench, await cachedTarget(bench, listPath(site)));
  },
});

export const cachedLists: Case[] = [cachedList(30, LIGHT), cachedList(100, ARCHIVE)];

export const notModified: Case = {
  name: 'not-modified',
  title: '304',
  reference: 'bare node:http writing a 304',
  bar: `≥ ${LEAST}`,
  async run(bench) {
    const target = await cachedTarget(bench, listPath(LIGHT));
    const { headers } = await answerOf(target.url + listPath(LIGHT));
    const etag = headers[headers.findIndex((name) => name.toLowerCase() === 'etag') + 1] ?? '';
    return againstBareTwin(bench, { ...target, headers: { 'if-none-match': etag }, status: 304, length: 0 });
  },
};

export const listPath = (site: number) => `/v1/sites/${site}/articles?count=20`;

async function cachedTarget(bench: Bench, path: string): Promise<Target> {
  const service = await startService(bench, await bench.data.small());
  const { body } = await answerOf(service.url + path);
  return { ...service, paths: [path], status: 200, length: body.length, connections: CONNECTIONS };
}

async function againstBareTwin(bench: Bench, target: Target): Promise<Measurement[]> {
  const twin = await bareTwin(bench, target);
  const load = loader(bench);
  const { subject, reference } = await inPairs(
    bench,
    () => load(target),
    () => load(twin),
  );
  return loadMeasurements(subject, reference, LEAST);
}
