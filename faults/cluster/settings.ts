/** The settings of the rig's programs, as files and arguments. Pure. */

export interface Ports {
  etcd: { client: number; peer: number }[];
  nodes: { postgres: number; api: number }[];
  masthead: number[];
  /** HAProxy in front of PostgreSQL, and in front of Masthead. */
  database: number;
  service: number;
  statistics: number;
}

const at = (port: number | undefined) => `127.0.0.1:${port}`;

export function etcdArguments(ports: Ports, n: number, folder: string): string[] {
  const { client, peer } = ports.etcd[n] ?? {};
  const all = ports.etcd.map((one, i) => `etcd${i + 1}=http://${at(one.peer)}`);
  const options = {
    name: `etcd${n + 1}`,
    'data-dir': folder,
    'listen-client-urls': `http://${at(client)}`,
    'advertise-client-urls': `http://${at(client)}`,
    'listen-peer-urls': `http://${at(peer)}`,
    'initial-advertise-peer-urls': `http://${at(peer)}`,
    'initial-cluster': all.join(),
    'initial-cluster-state': 'new',
    'initial-cluster-token': 'masthead-faults',
    'log-level': 'warn',
  };
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`);
}

/** Patroni reads JSON as YAML. A leader that is lost has a successor after `ttl` seconds at most. */
export function patroniSettings(ports: Ports, n: number, folder: string, postgres: string): string {
  const node = ports.nodes[n];
  return JSON.stringify({
    scope: 'masthead',
    name: `node${n + 1}`,
    restapi: { listen: at(node?.api), connect_address: at(node?.api) },
    etcd3: { hosts: ports.etcd.map(({ client }) => at(client)) },
    bootstrap: {
      dcs: {
        ttl: 10,
        loop_wait: 2,
        retry_timeout: 3,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 120,
            shared_buffers: '32MB',
            synchronous_commit: 'on',
            wal_keep_size: '256MB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: at(node?.postgres),
      connect_address: at(node?.postgres),
      data_dir: `${folder}/data`,
      bin_dir: postgres,
      pgpass: `${folder}/pgpass`,
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: folder },
    },
  });
}

/** `recommended` is ops/haproxy.cfg, with the rig's addresses in place of its own. PostgreSQL has a port beside it. */
export function haproxySettings(ports: Ports, recommended: string): string {
  const service = recommended
    .replace('maxconn 10000', 'maxconn 500')
    .replace('bind :80', `bind ${at(ports.service)}\n  http-response set-header x-served-by %s`)
    .replaceAll(/server masthead(\d) \S+/g, (_, n) => `server masthead${n} ${at(ports.masthead[Number(n) - 1])}`);
  return `${service}
listen statistics
  bind ${at(ports.statistics)}
  stats enable
  stats uri /

listen database
  mode tcp
  bind ${at(ports.database)}
  option httpchk GET /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${ports.nodes.map(({ postgres, api }, n) => `  server node${n + 1} ${at(postgres)} check port ${api}`).join('\n')}
`;
}
