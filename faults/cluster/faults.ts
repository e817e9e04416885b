/** What is done to the rig. A fault returns when it is over; the case waits until the cluster is whole again. */
import type { Cluster } from './rig.ts';

export interface Fault {
  name: string;
  title: string;
  isWriting?: false;
  run(cluster: Cluster): Promise<void>;
}

export const faults: Fault[] = [
  {
    name: 'primary',
    title: 'kill -9 of the PostgreSQL of the leader, which Patroni starts again in its place',
    async run(cluster) {
      (await cluster.node('leader')).signalServer('SIGKILL');
    },
  },
];
