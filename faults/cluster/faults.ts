/** What is done to the rig. A fault returns when it is over; the case waits until the cluster is whole again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, Node } from './rig.ts';

export interface Fault {
  name: string;
  title: string;
  /** Without it nothing is written meanwhile. */
  isWriting: boolean;
  /** The database goes away, so a process that starts in the middle must wait for it. */
  hasOutage: boolean;
  run(cluster: Cluster): Promise<void>;
}

const FROZEN_LEADER_MS = 20_000;
const FROZEN_STANDBY_MS = 15_000;
/** A node is back after this time. */
const LOST_MS = 15_000;

export const faults: Fault[] = [
  {
    name: 'primary',
    title: 'kill -9 of the PostgreSQL of the leader, which Patroni starts again in its place',
    isWriting: true,
    hasOutage: true,
    run: async (cluster) => (await cluster.node('leader')).signalServer('SIGKILL'),
  },
  {
    name: 'node',
    title: 'loss of the node of the leader, which comes back later',
    isWriting: true,
    hasOutage: true,
    run: async (cluster) => lose(await cluster.node('leader')),
  },
  {
    name: 'node-read-only',
    title: 'the same without writes',
    isWriting: false,
    hasOutage: true,
    run: async (cluster) => lose(await cluster.node('leader')),
  },
  {
    name: 'switchover',
    title: 'a planned switchover to the synchronous standby',
    isWriting: true,
    hasOutage: true,
    run: (cluster) => cluster.switchOver(),
  },
  {
    name: 'frozen-leader',
    title: 'the node of the leader is frozen for 20 s and goes on',
    isWriting: true,
    hasOutage: true,
    run: async (cluster) => freeze(await cluster.node('leader'), FROZEN_LEADER_MS),
  },
  {
    name: 'frozen-standby',
    title: 'the node of the synchronous standby is frozen for 15 s',
    isWriting: true,
    hasOutage: false,
    run: async (cluster) => freeze(await cluster.node('sync_standby'), FROZEN_STANDBY_MS),
  },
  {
    name: 'etcd',
    title: 'the leader of etcd is killed, and comes back later',
    isWriting: true,
    hasOutage: false,
    async run(cluster) {
      const leader = await cluster.etcdLeader();
      await leader.end('SIGKILL');
      await sleep(LOST_MS);
      leader.start();
    },
  },
  {
    name: 'masthead',
    title: 'kill -9 of a Masthead process, which is started again',
    isWriting: true,
    hasOutage: false,
    async run(cluster) {
      await cluster.mastheads[0]?.kill('SIGKILL');
      await sleep(2_000);
      await cluster.startMasthead(0);
    },
  },
  {
    name: 'rolling',
    title: 'the Masthead processes are stopped and started again, one after the other',
    isWriting: true,
    hasOutage: false,
    async run(cluster) {
      for (const [place, one] of [...cluster.mastheads.entries()]) {
        await one.kill('SIGTERM');
        await cluster.startMasthead(place);
        await cluster.behindProxy();
      }
    },
  },
];

async function lose({ patroni, signalServer }: Node): Promise<void> {
  await patroni.end('SIGKILL');
  signalServer('SIGKILL');
  await sleep(LOST_MS);
  patroni.start();
}

async function freeze({ patroni, signalServer }: Node, milliseconds: number): Promise<void> {
  patroni.signal('SIGSTOP');
  signalServer('SIGSTOP');
  await sleep(milliseconds);
  patroni.signal('SIGCONT');
  signalServer('SIGCONT');
}
