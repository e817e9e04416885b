/** Thumbnails and uploads. */
import { mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ARCHIVE } from '../archive/sets.ts';
import { type Bench, type Case, inPairs, WrongAnswer } from '../case.ts';
import { answerOf } from '../processes/answers.ts';
import { cpuTime, residentBytesWithChildren } from '../processes/cpu.ts';
import { loader, loadMeasurements, numbers } from '../processes/load.ts';
import { AS_ADMIN, type Service, startService } from '../processes/service.ts';
import { startWorker } from '../processes/worker.ts';
import type { ServedFile } from '../workers/file-server.ts';
import type { SharpTask } from '../workers/sharp-alone.ts';
import { CONNECTIONS, listPath } from './cached-list.ts';
import { writableCopy } from './list-while-publishing.ts';

const WEBP = { accept: 'image/webp' };
const QUALITY = 80;
const MEGABYTE = 1024 ** 2;
const MOST_TRIES = 20;
/** 12 and 24 megapixels. */
const USUAL = { width: 4_000, height: 3_000 };
const LARGE = { width: 6_000, height: 4_000 };

export const storedThumb: Case = {
  name: 'stored-thumb',
  title: 'a stored thumbnail, 600 pixels wide',
  reference: 'bare node:http streaming that file',
  bar: '≥ 0.9',
  async run(bench) {
    const { service, pictures } = await library(bench);
    const path = thumbOf(await pictures.add(USUAL), '600x0');
    const { headers, body, status } = await answerOf(service.url + path, WEBP);
    if (status !== 200) throw new WrongAnswer(`The thumbnail was answered with ${status}.`);
    const file = join(bench.scratch, 'thumb');
    await writeFile(file, body);
    const server = startWorker<ServedFile, number>(bench, 'file-server');
    const twin = { url: `http://127.0.0.1:${await server.ask({ file, headers })}`, pid: server.pid };
    const load = loader(bench);
    const target = {
      ...service,
      paths: [path],
      headers: WEBP,
      status: 200,
      length: body.length,
      connections: CONNECTIONS,
    };
    const { subject, reference } = await inPairs(
      bench,
      () => load(target),
      () => load({ ...target, ...twin }),
    );
    return loadMeasurements(subject, reference, 0.9);
  },
};

/** Each pair has a picture of its own, since a thumbnail is new only once. */
const NEW_WIDTHS = [320, 600, 1_024];

export const newThumb: Case = {
  name: 'new-thumb',
  title: 'a new thumbnail of 12 megapixels, one client',
  reference: 'sharp alone',
  bar: '≤ 1.3',
  async run(bench) {
    const { service, pictures } = await library(bench);
    const files: string[] = [];
    const { subject, reference } = await inPairs(
      bench,
      async (pair) => {
        const milliseconds = await newThumbs(service, pictures);
        files[pair] = pictures.last();
        return milliseconds / NEW_WIDTHS.length;
      },
      async (pair) => {
        const task = { kind: 'thumbs' as const, file: files[pair] ?? '', widths: NEW_WIDTHS, quality: QUALITY };
        return (await pictures.sharp(task)) / NEW_WIDTHS.length;
      },
      { isSubjectFirst: true },
    );
    return [{ figure: 'ms/thumbnail', subject, reference, bar: { most: 1.3 } }];
  },
};

/** With another picture when one is answered with 503, as `upload` does: a picture that failed is refused for minutes. */
async function newThumbs(service: Service, pictures: Pictures, tries = MOST_TRIES): Promise<number> {
  const path = await pictures.add(USUAL);
  const began = performance.now();
  for (const width of NEW_WIDTHS) {
    const status = await thumb(service, thumbOf(path, `${width}x0_q${QUALITY}`), tries > 1 ? [200, 503] : [200]);
    if (status === 503) return newThumbs(service, pictures, tries - 1);
  }
  return performance.now() - began;
}

const AT_ONCE = 64;

export const thumbsAtOnce: Case = {
  name: 'thumbs-at-once',
  title: `cached list while ${AT_ONCE} new thumbnails of 24 megapixels are asked for at once`,
  reference: 'the same list in quiet times; memory: two thumbnails at once',
  bar: '≥ 0.8; CPU ≤ 1.1; memory ≤ 1.5',
  async run(bench) {
    const { service, pictures } = await library(bench);
    const load = loader(bench);
    const target = { ...service, paths: [listPath(ARCHIVE)], status: 200, length: null, connections: CONNECTIONS };
    const megabytes = { many: [] as number[], two: [] as number[] };
    const whileMaking = async <T>(count: number, held: number[], work: () => Promise<T>): Promise<T> => {
      const path = await pictures.add(LARGE);
      const watch = watchMemory(service.pid);
      const making = sizes(count).map((size) => thumb(service, thumbOf(path, size), [200, 503]));
      const result = await work();
      await Promise.all(making);
      held.push((await watch.most()) / MEGABYTE);
      return result;
    };
    const { subject, reference } = await inPairs(
      bench,
      () => whileMaking(AT_ONCE, megabytes.many, () => load(target)),
      async () => {
        const quiet = await load(target);
        await whileMaking(2, megabytes.two, async () => null);
        return quiet;
      },
    );
    const figure = (key: 'perSecond' | 'serverCpu') => ({
      subject: numbers(subject, key) ?? [],
      reference: numbers(reference, key) ?? [],
    });
    // The first samples are the warm-up.
    return [
      { figure: 'requests/s', ...figure('perSecond'), bar: { least: 0.8 } },
      { figure: 'server CPU µs/request', ...figure('serverCpu'), bar: { most: 1.1 } },
      {
        figure: 'resident MB, all processes',
        subject: megabytes.many.slice(1),
        reference: megabytes.two.slice(1),
        bar: { most: 1.5 },
      },
    ];
  },
};

const DOCUMENTS = 20;
const DOCUMENT_BYTES = MEGABYTE;
const PHOTOGRAPHS = 4;

export const uploads: Case = {
  name: 'uploads',
  title: 'uploads: documents of 1 MB, and photographs of 12 megapixels',
  reference: null,
  bar: 'reported',
  async run(bench) {
    const { service, pictures } = await library(bench);
    const figures = { megabytes: [] as number[], photographs: [] as number[], cpu: [] as number[] };
    for (let pair = 0; pair < bench.scale.pairs; pair++) {
      const before = cpuTime(service.pid) ?? Number.NaN;
      const documents = await timed(DOCUMENTS, (n) => {
        return upload(service, Buffer.from(`%PDF-1.7 ${pair} ${n} `.padEnd(DOCUMENT_BYTES, 'x')), 'document.pdf');
      });
      figures.cpu.push(((cpuTime(service.pid) ?? Number.NaN) - before) / 1_000 / DOCUMENTS);
      const files: Buffer[] = [];
      for (let n = 0; n < PHOTOGRAPHS; n++) files.push(await readFile(await pictures.make(USUAL)));
      const photographs = await timed(PHOTOGRAPHS, (n) =>
        upload(service, files[n] ?? Buffer.alloc(0), 'photograph.jpg'),
      );
      figures.megabytes.push((DOCUMENTS * DOCUMENT_BYTES) / MEGABYTE / documents);
      figures.photographs.push(PHOTOGRAPHS / photographs);
    }
    return [
      { figure: 'documents, MB/s', subject: figures.megabytes },
      { figure: 'server CPU ms/document', subject: figures.cpu },
      { figure: 'photographs/s', subject: figures.photographs },
    ];
  },
};

interface Pictures {
  /** Writes a new photograph and returns its file. */
  make(size: typeof USUAL): Promise<string>;
  /** Uploads a new photograph and returns its path. */
  add(size: typeof USUAL): Promise<string>;
  /** The file of the last one. */
  last(): string;
  sharp(task: SharpTask): Promise<number>;
}

async function library(bench: Bench): Promise<{ service: Service; pictures: Pictures }> {
  const folder = join(bench.scratch, `media-${process.hrtime.bigint()}`);
  mkdirSync(folder);
  const service = await startService(bench, await writableCopy(bench), { DATA_DIR: folder });
  const worker = startWorker<SharpTask, number>(bench, 'sharp-alone');
  let count = 0;
  let last = '';
  const make = async (size: typeof USUAL) => {
    last = join(bench.scratch, `photograph-${++count}.jpg`);
    const sides = { width: size.width * bench.scale.pictures, height: size.height * bench.scale.pictures };
    await worker.ask({ kind: 'photograph', out: last, ...sides, seed: count });
    return last;
  };
  const add = async (size: typeof USUAL) => upload(service, await readFile(await make(size)), 'photograph.jpg');
  return { service, pictures: { make, add, last: () => last, sharp: (task) => worker.ask(task) } };
}

/** Again when it is answered with 503: on a busy machine the image processes, which have a low priority, may get too little time. */
async function upload(service: Service, bytes: Buffer, name: string, tries = MOST_TRIES): Promise<string> {
  const { url } = service;
  const body = new FormData();
  body.append('file', new Blob([bytes as Buffer<ArrayBuffer>]), name);
  const answer = await fetch(`${url}/v1/manage/sites/${ARCHIVE}/media`, { method: 'POST', headers: AS_ADMIN, body });
  if (answer.status === 503 && tries > 1) return upload(service, bytes, name, tries - 1);
  if (answer.status !== 201) throw new WrongAnswer(`An upload was answered with ${answer.status}.`);
  return ((await answer.json()) as { media_item: { path: string } }).media_item.path;
}

async function thumb({ url }: Service, path: string, expected: number[]): Promise<number> {
  const answer = await fetch(url + path, { headers: WEBP });
  await answer.arrayBuffer();
  if (!expected.includes(answer.status)) throw new WrongAnswer(`${path} was answered with ${answer.status}.`);
  return answer.status;
}

const thumbOf = (path: string, size: string) => path.replace('/files/', '/thumbs/').replace(/\.(\w+)$/, `_s${size}.$1`);

/** Crops of different ratios, so that each is a variant of its own. */
const sizes = (count: number) => Array.from({ length: count }, (_, n) => `600x${200 + n}`);

async function timed(count: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let n = 0; n < count; n++) await work(n);
  return (performance.now() - began) / 1000;
}

const WATCH_MS = 50;

/** The most that a process and those that it started held at once. */
function watchMemory(pid: number) {
  const state = { isDone: false, most: 0 };
  const watching = (async () => {
    while (!state.isDone) {
      state.most = Math.max(state.most, residentBytesWithChildren(pid));
      await sleep(WATCH_MS);
    }
  })();
  return {
    async most(): Promise<number> {
      state.isDone = true;
      await watching;
      return state.most;
    },
  };
}
