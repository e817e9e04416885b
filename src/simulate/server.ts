/**
 * One server with simulated feeds and networks, for tests, guides and trials. `/_sim` adds posts and items, moves the clock, makes
 * requests fail, and lists them. Everything is invented and says so. It is not for production.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Asked, sendAnswer } from './answer.ts';
import { answerBluesky } from './bluesky.ts';
import { bodyOf, newRequests, type Requests, send, textOf } from './control.ts';
import { answerFeed, controlFeeds, type FeedSimulation, FIRST_ITEMS, newFeeds } from './feeds.ts';
import { answerGraph } from './graph.ts';
import { answerLinkedin } from './linkedin.ts';
import { answerMastodon } from './mastodon.ts';
import { answerOauth } from './oauth.ts';
import { answerTiktok } from './tiktok.ts';
import {
  addPost,
  endWindows,
  type GivenPost,
  NETWORK_NAMES,
  type NetworkFault,
  type NetworkName,
  newWorld,
  userId,
  type World,
} from './world.ts';
import { answerX } from './x.ts';
import { answerYoutube } from './youtube.ts';

/** By the first part of the path. */
const PARTS: Record<string, (world: World, asked: Asked) => Answer> = {
  x: answerX,
  mastodon: answerMastodon,
  graph: answerGraph,
  linkedin: answerLinkedin,
  bluesky: answerBluesky,
  youtube: answerYoutube,
  tiktok: answerTiktok,
};
/** Where each network is, by the address of the simulator. */
export const simulatedNetworks = (url: string): Record<NetworkName, string> => ({
  ...{ x: `${url}/x`, mastodon: `${url}/mastodon`, linkedin: `${url}/linkedin`, bluesky: `${url}/bluesky` },
  ...{ youtube: `${url}/youtube`, tiktok: `${url}/tiktok`, instagram: `${url}/graph`, facebook: `${url}/graph` },
});

const FIRST_POSTS = 3;
const CONTROLS = `There is GET requests and counted, and POST items, faults, clock, windows, and seed and fault of ${NETWORK_NAMES.join(', ')}, such as x/seed.`;

interface Simulation {
  feeds: FeedSimulation;
  world: World;
  requests: Requests;
}

export function simulator(items = FIRST_ITEMS): Server {
  const simulation: Simulation = { feeds: newFeeds(items), world: newWorld(), requests: newRequests() };
  for (const name of NETWORK_NAMES)
    for (let number = 0; number < FIRST_POSTS; number += 1) addPost(simulation.world, name, {});
  return createServer((request, response) => {
    answer(simulation, request, response).catch((error: Error) => send(response, 400, { error: error.message }));
  });
}

async function answer(simulation: Simulation, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname.startsWith('/_sim/')) return control(simulation, pathname.slice(6), request, response);
  const [, name = ''] = pathname.split('/');
  const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
  if (!part) return answerFeed(simulation.feeds, simulation.requests, request, response);
  const asked = await askedOf(request, name);
  const answered = answerOauth(simulation.world, name, asked) ?? part(simulation.world, asked);
  simulation.world.counted.requests += 1;
  simulation.requests.add({ path: request.url ?? '', if_none_match: null, status: answered.status });
  if (answered.delayMs) await sleep(answered.delayMs);
  sendAnswer(response, answered);
}

const isNetwork = (name: string): name is NetworkName => (NETWORK_NAMES as string[]).includes(name);

async function askedOf(request: IncomingMessage, name: string): Promise<Asked> {
  const { url = '/', headers, method = 'GET' } = request;
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  return {
    ...{ method, headers, body: method === 'POST' ? await textOf(request) : '' },
    path: pathname.slice(name.length + 1),
    query: searchParams,
    token,
    base: `http://${headers.host ?? 'localhost'}/${name}`,
  };
}

async function control(simulation: Simulation, name: string, request: IncomingMessage, response: ServerResponse) {
  if (request.method === 'GET' && name === 'requests')
    return send(response, 200, { requests: simulation.requests.all() });
  if (request.method === 'GET' && name === 'counted') return send(response, 200, shownCounts(simulation.world));
  if (request.method !== 'POST') return send(response, 404, { error: CONTROLS });
  const [first = '', second = ''] = name.split('/');
  if (name === 'clock') return send(response, 200, moveClock(simulation.world, await bodyOf(request)));
  if (name === 'windows') return send(response, 200, endWindows(simulation.world, await bodyOf(request)));
  if (isNetwork(first) && second === 'seed')
    return send(response, 201, seed(simulation.world, first, await bodyOf(request)));
  if (isNetwork(first) && second === 'fault')
    return send(response, 200, addFault(simulation.world, first, await bodyOf(request)));
  const answered = await controlFeeds(simulation.feeds, name, request);
  return answered ? send(response, answered.status, answered.body) : send(response, 404, { error: CONTROLS });
}

const shownCounts = ({ counted: { requests, above, micros } }: World) => ({
  requests,
  above: Object.fromEntries(above),
  micros: Object.fromEntries(micros),
});

/** `{"at": "…"}` stops the clock there, `{"at": null}` starts it again, `{"ahead": 600}` moves it forward by seconds. */
function moveClock({ clock }: World, { at, ahead = 0 }: { at?: string | null; ahead?: number }): object {
  if (at !== undefined) clock.frozenAt = at === null ? null : Date.parse(at);
  if (clock.frozenAt === null) clock.aheadMs += ahead * 1_000;
  else clock.frozenAt += ahead * 1_000;
  return { now: new Date(clock.now()).toISOString() };
}

interface Seed {
  /** A post with a known id is changed. */
  posts?: GivenPost[];
  /** That many invented posts. */
  count?: number;
  seed?: string;
  switches?: Record<string, boolean>;
  dialect?: 'old' | 'new';
  limits?: Record<string, number>;
  /** Users whose posts may not be listed. */
  private?: string[];
  /** People who withdraw their consent, until they consent anew. */
  revoked?: string[];
}

function seed(
  world: World,
  name: NetworkName,
  { posts = [], count = 0, seed, switches, dialect, limits, private: hidden = [], revoked = [] }: Seed,
): object {
  const network = world.networks[name];
  if (seed !== undefined) world.seed = seed;
  if (dialect !== undefined) network.dialect = dialect;
  Object.assign(network.limits, limits);
  Object.assign(network.switches, switches);
  for (const user of hidden) network.private.add(user);
  for (const user of revoked) world.oauth.revoked.add(user);
  const given = [...posts, ...Array.from({ length: count }, () => ({}))];
  return {
    posts: given.map((post) => addPost(world, name, post)).map((post) => ({ ...post, user_id: userId(post.user) })),
  };
}

/** `count` 0 ends the faults that match. */
function addFault(world: World, name: NetworkName, { match = '', kind, count = 1 }: Partial<NetworkFault>): object {
  const network = world.networks[name];
  network.faults = network.faults.filter((fault) => fault.count > 0 && fault.match !== match);
  if (kind && count > 0) network.faults.push({ match, kind, count });
  return { faults: network.faults };
}
