/** The rig: three etcd, three Patroni, HAProxy, three Masthead processes and a receiver, on loopback and in one folder of its own. */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { ROOT } from '../../bench/root.ts';
import { openPool } from '../../src/db/connect.ts';
import { databaseAccount } from '../../src/db/embedded/account.ts';
import { startReceiver } from '../receiver.ts';
import { type Running, startProcess } from '../service.ts';
import type { SiteStage } from '../site.ts';
import { until } from '../waiting.ts';
import { freePorts, newProgram, type Program, serverPids, signalAll } from './process.ts';
import { clusterPrograms } from './programs.ts';
import { etcdArguments, haproxySettings, type Ports, patroniSettings } from './settings.ts';

/** One node: Patroni and the PostgreSQL that it runs. */
export interface Node {
  name: string;
  patroni: Program;
  /** To PostgreSQL and all its processes. */
  signalServer(signal: NodeJS.Signals): void;
}

export interface Cluster extends SiteStage {
  nodes: Node[];
  etcds: Program[];
  mastheads: Running[];
  /** A database beside Masthead’s, for a client that shows how long the cluster itself accepts no writes. */
  probeUrl: string;
  /** The node with this role, as Patroni says. */
  node(role: 'leader' | 'sync_standby'): Promise<Node>;
  /** Waits until every node runs, with a leader and a synchronous standby, and every Masthead process is ready. */
  whole(): Promise<void>;
  /** Starts one of the three again, or one more without a place behind HAProxy. */
  startMasthead(place: number | null): Promise<Running>;
  etcdLeader(): Promise<Program>;
  /** Patroni makes the synchronous standby the leader. */
  switchOver(): Promise<void>;
  /** Waits until HAProxy sends requests to every Masthead process. */
  behindProxy(): Promise<void>;
  close(): Promise<void>;
}

interface Member {
  name: string;
  role: string;
  state: string;
}

const START_TIMEOUT_MS = 120_000;
const ANSWER_TIMEOUT_MS = 2_000;

export async function openCluster(seed: number, say: (line: string) => void): Promise<Cluster> {
  const programs = clusterPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'masthead-cluster-'));
  const account = databaseAccount(folder);
  const ports = await somePorts();
  const own = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    chownSync(path, account.uid, account.gid);
    return path;
  };
  chmodSync(folder, 0o711);
  const logs = join(folder, 'logs');
  mkdirSync(logs, { mode: 0o711 });
  const etcds = ports.etcd.map((_, n) => {
    const name = `etcd${n + 1}`;
    return newProgram(name, logs, account, programs.etcd, etcdArguments(ports, n, own(name)));
  });
  const nodes = ports.nodes.map((_, n): Node => {
    const name = `node${n + 1}`;
    const place = own(name);
    const settings = join(folder, `${name}.yml`);
    writeFileSync(settings, patroniSettings(ports, n, place, programs.postgres));
    const signalServer = (signal: NodeJS.Signals) => signalAll(serverPids(join(place, 'data')), signal);
    return { name, patroni: newProgram(name, logs, account, programs.patroni, [settings]), signalServer };
  });
  const proxySettings = join(folder, 'haproxy.cfg');
  writeFileSync(proxySettings, haproxySettings(ports, readFileSync(join(ROOT, 'ops/haproxy.cfg'), 'utf8')));
  const haproxy = newProgram('haproxy', logs, account, programs.haproxy, ['-db', '-f', proxySettings]);
  const receiver = await startReceiver(folder, seed);
  const admin = poolOf(ports, 'postgres');
  const pool = poolOf(ports, 'masthead');
  const mastheads: Running[] = [];
  const more = new Set<Running>();

  const cluster: Cluster = {
    nodes,
    etcds,
    mastheads,
    receiver,
    http: { url: `http://127.0.0.1:${ports.service}` },
    probeUrl: urlOf(ports, 'probe'),
    query: async (text, values = []) => (await pool.query(text, values)).rows,
    async node(role) {
      const name = (await members(ports)).find((one) => one.role === role)?.name;
      const node = nodes.find((one) => one.name === name);
      if (!node) throw new Error(`No node is ${role}.`);
      return node;
    },
    async whole() {
      await until(() => isWhole(ports), 'every node of the cluster', START_TIMEOUT_MS).catch(async (error) => {
        const states = (await members(ports)).map(({ name, role, state }) => `${name} is ${role}, ${state}`);
        throw new Error(
          `${error.message} ${states.join('; ')}\n${nodes.map(({ patroni }) => ending(patroni)).join('\n')}`,
        );
      });
      await until(() => areReady(mastheads), 'every Masthead process', START_TIMEOUT_MS);
      await cluster.behindProxy();
    },
    async startMasthead(place) {
      const env = {
        DATABASE_URL: urlOf(ports, 'masthead'),
        WEBHOOK_ALLOW_PRIVATE: '1',
        LOG_LEVEL: 'warn',
        DRAIN_S: '3',
      };
      const port = place === null ? 0 : ports.masthead[place];
      const process = await startProcess(logs, { ...env, PORT: String(port), PUBLIC_URL: cluster.http.url });
      if (place === null) more.add(process);
      else mastheads[place] = process;
      return process;
    },
    async etcdLeader() {
      const found = await Promise.all(ports.etcd.map(({ client }) => isEtcdLeader(client)));
      const leader = etcds[found.indexOf(true)];
      if (!leader) throw new Error('No etcd is the leader.');
      return leader;
    },
    async switchOver() {
      const [leader, candidate] = [await cluster.node('leader'), await cluster.node('sync_standby')];
      const body = JSON.stringify({ leader: leader.name, candidate: candidate.name });
      const api = ports.nodes[nodes.indexOf(leader)]?.api;
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`http://127.0.0.1:${api}/switchover`, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`Patroni refused to switch over: ${await response.text()}`);
    },
    behindProxy: () => until(() => areBehind(ports), 'HAProxy to see every Masthead process'),
    close: once(async () => {
      await Promise.all([...mastheads, ...more].map((one) => one.isAlive() && one.kill('SIGKILL')));
      await Promise.all([admin.end(), pool.end(), receiver.stop(), haproxy.end('SIGKILL')]);
      await Promise.all(nodes.map(({ patroni }) => patroni.end('SIGKILL')));
      for (const node of nodes) node.signalServer('SIGKILL');
      await Promise.all(etcds.map((one) => one.end('SIGKILL')));
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }),
  };
  try {
    for (const program of [...etcds, ...nodes.map(({ patroni }) => patroni), haproxy]) program.start();
    await until(() => isWhole(ports), 'every node of the cluster', START_TIMEOUT_MS);
    await until(() => isDone(admin.query('select')), 'HAProxy', START_TIMEOUT_MS);
    for (const name of ['masthead', 'probe']) await admin.query(`create database ${name}`);
    for (const [place] of ports.masthead.entries()) await cluster.startMasthead(place);
    await cluster.behindProxy();
  } catch (error) {
    const shown = [...etcds, ...nodes.map(({ patroni }) => patroni), haproxy].map(
      (one) => `${one.name}: ${ending(one)}`,
    );
    await cluster.close();
    throw new Error(`The cluster did not start: ${error}\n${shown.join('\n')}`);
  }
  say('Three etcd, three Patroni, HAProxy and three Masthead processes have started.');
  return cluster;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work();
    return done;
  };
}

async function somePorts(): Promise<Ports> {
  const [database = 0, service = 0, statistics = 0, ...rest] = await freePorts(18);
  const pair = (n: number) => [rest[2 * n] ?? 0, rest[2 * n + 1] ?? 0] as const;
  return {
    database,
    service,
    statistics,
    etcd: [0, 1, 2].map((n) => ({ client: pair(n)[0], peer: pair(n)[1] })),
    nodes: [3, 4, 5].map((n) => ({ postgres: pair(n)[0], api: pair(n)[1] })),
    masthead: rest.slice(12, 15),
  };
}

const urlOf = ({ database }: Ports, name: string) => `postgres://postgres@127.0.0.1:${database}/${name}`;
const poolOf = (ports: Ports, name: string): pg.Pool =>
  openPool({ connectionString: urlOf(ports, name) }, 'command', () => {});
const ending = (program: Program) => program.log().trim().split('\n').slice(-5).join('\n  ');
const isDone = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );

/** What any node says that answers. One that was frozen may not know yet that it is no longer the leader. */
async function members(ports: Ports): Promise<Member[]> {
  for (const { api } of ports.nodes) {
    const answer = await jsonOf(`http://127.0.0.1:${api}/cluster`);
    if (answer) return (answer as { members: Member[] }).members; // Patroni’s answer
  }
  return [];
}

/** By what each node says of itself: a leader that was frozen is whole only when it follows the new one. */
async function isWhole(ports: Ports): Promise<boolean> {
  const all = await members(ports);
  const own = await Promise.all(ports.nodes.map(({ api }) => jsonOf(`http://127.0.0.1:${api}/patroni`)));
  const said = own.map((one) => (one ?? {}) as { state?: string; role?: string; timeline?: number }); // Patroni’s answer
  const leads = said.filter(({ role }) => role === 'master' || role === 'primary');
  const runs = said.every(({ state }) => state === 'running');
  return runs && leads.length === 1 && all.some(({ role }) => role === 'sync_standby');
}

async function areReady(processes: Running[]): Promise<boolean> {
  const answers = processes.map(({ url }) => fetch(`${url}/readyz`).then(({ ok }) => ok));
  return (await Promise.all(answers.map((one) => one.catch(() => false)))).every(Boolean);
}

/** HAProxy’s own statistics name the state of each server. */
async function areBehind({ statistics, masthead }: Ports): Promise<boolean> {
  const text = await fetch(`http://127.0.0.1:${statistics}/;csv`).then(
    (response) => response.text(),
    () => '',
  );
  return (text.match(/^ready,masthead\d,.*,UP,/gm) ?? []).length === masthead.length;
}

async function isEtcdLeader(port: number): Promise<boolean> {
  const status = await jsonOf(`http://127.0.0.1:${port}/v3/maintenance/status`, { method: 'POST', body: '{}' });
  const { leader, header } = (status ?? {}) as { leader?: string; header?: { member_id: string } }; // etcd’s answer
  return leader !== undefined && leader === header?.member_id;
}

async function jsonOf(url: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return await response.json();
  } catch {
    return null;
  }
}
