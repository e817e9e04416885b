import type { AnyCase } from './case.ts';
import { addresses } from './cases/addresses.ts';
import { answers, statuses } from './cases/answers.ts';
import { cluster } from './cases/cluster.ts';
import { endurance } from './cases/endurance.ts';
import { backlog, cost, throughput } from './cases/figures.ts';
import { intake } from './cases/intake.ts';
import { kills } from './cases/kills.ts';
import { latency } from './cases/latency.ts';
import { connections, load, rotation } from './cases/load.ts';
import { mediaInS3, mediaOnDisk } from './cases/media.ts';
import { model } from './cases/model.ts';
import { nameFailures } from './cases/names.ts';
import { namedPoints } from './cases/points.ts';
import { postgres } from './cases/postgres.ts';
import { retryAfters } from './cases/retry-after.ts';
import { clocks, rolling, stopped } from './cases/workers.ts';

export const cases: AnyCase[] = [
  kills,
  namedPoints,
  postgres,
  model,
  connections,
  stopped,
  clocks,
  rolling,
  mediaOnDisk,
  mediaInS3,
  intake,
  answers,
  statuses,
  retryAfters,
  nameFailures,
  addresses,
  load,
  rotation,
  backlog,
  latency,
  throughput,
  cost,
  endurance,
  cluster,
];
