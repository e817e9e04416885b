/** After kill -9 within uploads every item of the library has its bytes, and every acknowledged one is there. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { ADMIN } from '../app.ts';
import { dataFolder, kill, type Service, startService } from '../process.ts';
import { randomNumbers, seed } from '../random.ts';
import { s3Server } from '../s3/server.ts';

const KILLS = 4;
const UPLOADERS = 4;

interface Item {
  id: number;
  path: string;
}

it.each(['disk', 'S3'])(
  `no row is without bytes over ${KILLS} kills within uploads, on %s (seed ${seed})`,
  async (place) => {
    const { url, key, secret, region } = (await s3Server()).options;
    const s3 = { S3_URL: url, S3_KEY: key, S3_SECRET: secret, S3_REGION: region };
    const env = { DATA_DIR: dataFolder(), LOG_LEVEL: 'silent', ...(place === 'S3' ? s3 : {}) };
    const random = randomNumbers(seed);
    const acknowledged: Item[] = [];
    let service = await startService(env);
    const body = '{"site":{"id":1,"name":"Kill","url":"https://kill.example"}}';
    const headers = { ...bearer, 'content-type': 'application/json' };
    expect((await fetch(`${service.url}/v1/manage/sites`, { method: 'POST', headers, body })).status).toBe(201);
    for (let round = 0; round < KILLS; round++) {
      const before = acknowledged.length;
      const from = round * 1_000_000;
      const uploading = Array.from({ length: UPLOADERS }, (_, at) =>
        uploadUntilItEnds(service, from + at * 10_000, acknowledged),
      );
      await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(before + 5);
      await new Promise((resolve) => setTimeout(resolve, random() * 200));
      kill(service.child.pid ?? 0, 'SIGKILL');
      await Promise.all([...uploading, service.ended]);
      service = await startService(env);
    }
    const items = await library(service);
    console.log(`media kill on ${place}: seed ${seed}, ${acknowledged.length} acknowledged, ${items.length} rows`);
    expect(acknowledged.filter(({ id }) => !items.some((item) => item.id === id))).toEqual([]);
    const lost: string[] = [];
    for (const { path } of items) {
      const file = await fetch(service.url + path);
      const hash = createHash('sha256')
        .update(Buffer.from(await file.arrayBuffer()))
        .digest('hex');
      if (file.status !== 200 || !path.includes(hash.slice(0, 12))) lost.push(`${file.status} ${path}`);
    }
    expect(lost).toEqual([]);
    service.child.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
  },
);

const bearer = { authorization: `Bearer ${ADMIN}` };

/** Pictures and documents, none of them twice. */
async function uploadUntilItEnds({ url }: Service, from: number, acknowledged: Item[]): Promise<void> {
  try {
    for (let number = from; ; number++) {
      const form = new FormData();
      const bytes = number % 3 === 0 ? await pixels(number) : Buffer.from(`%PDF-1.7 ${number} ${'x'.repeat(20_000)}`);
      form.append('file', new Blob([bytes as Buffer<ArrayBuffer>]), 'file');
      const answer = await fetch(`${url}/v1/manage/sites/1/media`, { method: 'POST', headers: bearer, body: form });
      if (answer.status === 201) acknowledged.push(((await answer.json()) as { media_item: Item }).media_item);
    }
  } catch {
    // The connection was cut: an unanswered upload may or may not be there.
  }
}

function pixels(number: number): Promise<Buffer> {
  const raw = Buffer.from([number & 255, (number >> 8) & 255, (number >> 16) & 255, 1, 2, 3]);
  return sharp(raw, { raw: { width: 2, height: 1, channels: 3 } })
    .png()
    .toBuffer();
}

async function library({ url }: Service): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page++) {
    const answer = await fetch(`${url}/v1/manage/sites/1/media?count=100&page=${page}`, { headers: bearer });
    const { media_items } = (await answer.json()) as { media_items: Item[] };
    if (media_items.length === 0) return items;
    items.push(...media_items);
  }
}
