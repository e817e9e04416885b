/** Tries to sign in at a steady rate, however slow the answers are, from many networks and on many accounts. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer } from '../processes/worker.ts';

export interface Flood {
  url: string;
  tries: number;
  perSecond: number;
}

/** How many were answered with each status. */
export type Flooded = Record<number, number>;

const NETWORKS = 5_000;
const ACCOUNTS = 500;
const STEP_MS = 10;

answer(async ({ url, tries, perSecond }: Flood): Promise<Flooded> => {
  const agent = new Agent({ keepAlive: true });
  const statuses: Flooded = {};
  const began = performance.now();
  const sent: Promise<void>[] = [];
  while (sent.length < tries) {
    const due = Math.min(tries, ((performance.now() - began) / 1000) * perSecond);
    while (sent.length < due)
      sent.push(
        attempt(agent, url, sent.length).then((status) => {
          statuses[status] = (statuses[status] ?? 0) + 1;
        }),
      );
    await sleep(STEP_MS);
  }
  await Promise.all(sent);
  agent.destroy();
  return statuses;
});

function attempt(agent: Agent, url: string, n: number): Promise<number> {
  const network = n % NETWORKS;
  const session = { email: `person${n % ACCOUNTS}@flood.example`, password: `a wrong password ${n}` };
  const body = JSON.stringify({ session });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    origin: url,
    'x-forwarded-for': `198.${18 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}`,
  };
  return new Promise((resolve, reject) => {
    request(`${url}/v1/manage/sessions`, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end(body);
  });
}
