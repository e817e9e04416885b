/** The programs of the rig, which are Debian's packages, and what to install if they are missing. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Programs {
  etcd: string;
  patroni: string;
  haproxy: string;
  /** The folder of PostgreSQL's programs. */
  postgres: string;
}

export const PACKAGES = ['etcd-server', 'patroni', 'haproxy', 'postgresql'];
const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin'];
const POSTGRES = '/usr/lib/postgresql';

/** Throws a sentence that names the packages if one is missing. */
export function clusterPrograms(isThere: (path: string) => boolean = existsSync): Programs {
  const program = (name: string) => FOLDERS.map((folder) => join(folder, name)).find(isThere);
  const etcd = program('etcd');
  const patroni = program('patroni');
  const haproxy = program('haproxy');
  const postgres = postgresFolder(isThere);
  if (etcd && patroni && haproxy && postgres) return { etcd, patroni, haproxy, postgres };
  const missing = [etcd, patroni, haproxy, postgres].flatMap((path, n) => (path ? [] : [PACKAGES[n]]));
  throw new Error(
    `The cluster needs Debian's packages ${PACKAGES.join(', ')}; missing here: ${missing.join(', ')}. ` +
      `Install them as root: apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`,
  );
}

function postgresFolder(isThere: (path: string) => boolean): string | undefined {
  if (!isThere(POSTGRES)) return undefined;
  const majors = readdirSync(POSTGRES).sort((one, other) => Number(other) - Number(one));
  return majors.map((major) => join(POSTGRES, major, 'bin')).find((bin) => isThere(join(bin, 'pg_rewind')));
}
