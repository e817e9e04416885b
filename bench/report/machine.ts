/** The machine in general terms, without anything that identifies it. */
import { availableParallelism, cpus, totalmem } from 'node:os';

export function machine(postgres: string): string {
  const memory = Math.round(totalmem() / 1024 ** 3);
  const model = cpus()[0]?.model.trim();
  return [
    `${availableParallelism()} cores${model ? ` (${model})` : ''}`,
    `${memory} GiB of memory`,
    `Node.js ${process.versions.node}`,
    `PostgreSQL ${postgres}`,
  ].join(', ');
}
