/** Composition root: settings → database → migrations → HTTP and the worker → demo. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import packageJson from '../package.json' with { type: 'json' };
import { allJobs } from './all-jobs.ts';
import { type BackupTimer, lookAtBackups, startBackups } from './backup/timer.ts';
import { removeAbandonedWork } from './backup/work-folder.ts';
import type { Config } from './config.ts';
import { badConfiguration } from './core/errors.ts';
import { type Database, openDatabase } from './db/connect.ts';
import { defaultDataDir, tryDataDir } from './db/embedded/data-folder.ts';
import { type Listener, openListener } from './db/listener.ts';
import { migrate } from './db/migrate.ts';
import { whenThere } from './db/passing.ts';
import { openReplicas, type Replicas } from './db/replicas.ts';
import { followSites, type SiteVersions } from './db/site-versions.ts';
import { demoToken } from './demo/admin-token.ts';
import { fillDemo } from './demo/fill.ts';
import { type LiveTown, openTown } from './demo/live.ts';
import { type DemoPerson, demoPeople } from './demo/people.ts';
import { demoTools } from './demo/removal.ts';
import { foundTown } from './demo/town.ts';
import { knowNetworks } from './features/accounts/gate.ts';
import { createPasswords } from './features/accounts/passwords.ts';
import { ownersOfAll } from './features/accounts/people.ts';
import { passkeyHosts } from './features/accounts/relying-party.ts';
import { erasureState, loggedErasures } from './features/erasures/log.ts';
import { openOidc } from './features/identities/tools.ts';
import { createLive } from './features/live/hub.ts';
import { useMediaAddress } from './features/media/settings.ts';
import { type MediaSettings, type MediaTools, openMediaTools } from './features/media/tools.ts';
import { setupCode } from './features/setup/commands.ts';
import { sitePage } from './features/sites/queries.ts';
import { WEBHOOK_LANES } from './features/webhooks/lanes.ts';
import type { Secrets } from './features/webhooks/secrets.ts';
import { type Sender, startSender } from './features/webhooks/sender.ts';
import { openWebhookTools } from './features/webhooks/tools.ts';
import { createApp } from './http/app.ts';
import { createCaches } from './http/cache/caches.ts';
import { cannotListen, unusedConnections } from './http/listening.ts';
import { openWaiting, type WaitingServer } from './http/waiting.ts';
import type { ImagePool } from './images/pool.ts';
import { intakeRoutes } from './intake/handlers.ts';
import { networkTools } from './intake/network-tools.ts';
import { openSmtp, type SmtpPort } from './intake/smtp.ts';
import { JOB_LANES } from './jobs/job-lanes.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { asDatabaseLog, createLog } from './log.ts';
import { openTracing } from './tracing/otlp.ts';
import type { Tracing } from './tracing/span.ts';

export interface Running {
  url: string;
  /** The first site. */
  siteId: number | null;
  /** The token to show on the screen, in demo mode. */
  demoToken: string | null;
  demoPeople: DemoPerson[];
  /** The setup code for the first person; null if there is a person already. */
  setupCode: string | null;
  stop(): Promise<void>;
}

/** Requests in flight get this long to finish; then their connections are cut. */
const FINISH = 8_000;

export const { version } = packageJson;

/** A database with the newest version of each site, which invalidates cached responses. */
interface Followed extends Database {
  replicas: Replicas | null;
  listener: Listener;
  versions: SiteVersions;
  tracing: Tracing | null;
}

/** One of several processes that share a port (cluster/). */
export interface Part {
  /** Only the first does what an installation does once: it makes backups, takes e-mail, and runs the demo's town. */
  isFirst: boolean;
  /** `/metrics` of all processes. */
  allMetrics: (own: Registry) => () => Promise<string>;
}

/** The signal ends the wait for a database; the service itself is stopped by `stop`. */
export async function start(config: Config, signal?: AbortSignal, part?: Part): Promise<Running> {
  const log = createLog(config.logLevel);
  const tracing = config.traces ? openTracing({ version, warn: (message) => log.warn(message) }) : null;
  let database: Database = await openMigrated(config, log, signal, part);
  try {
    const followed = follow(database, config, log, tracing);
    database = followed;
    return await serve(part?.isFirst === false ? withoutSingles(config) : config, log, followed, part);
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** What one process of an installation does for all. */
function withoutSingles(config: Config): Config {
  return { ...config, smtp: null, demoLive: false };
}

/** Waits for a database that is starting or failing over; meanwhile the process answers that it is alive. */
export async function openMigrated(config: Config, log: Logger, signal?: AbortSignal, part?: Part): Promise<Database> {
  let waiting: Promise<WaitingServer | null> | null = null;
  const onWait = (reason: string) => {
    log.warn(`The database is unavailable: ${reason}. Waiting for it, ${config.databaseWait} seconds at most.`);
    // The port of a part belongs to those that serve.
    if (!part) waiting ??= openWaiting(config.host, config.port);
  };
  const patience = { ms: config.databaseWait * 1_000, onWait, signal };
  try {
    const database = await openDatabase({ ...config, purpose: 'serve', log: asDatabaseLog(log), patience });
    try {
      const applied = await whenThere(() => migrate(database.pool), patience);
      if (applied.length > 0) log.info({ applied }, 'migrated');
      return database;
    } catch (error) {
      await database.stop();
      throw error;
    }
  } finally {
    await (await (waiting as Promise<WaitingServer | null> | null))?.close();
  }
}

function follow(database: Database, { replicaUrls }: Config, log: Logger, tracing: Tracing | null): Followed {
  const listener = openListener(database.pool);
  const versions = followSites(database.db, listener);
  const replicas = replicaUrls.length > 0 ? openReplicas(replicaUrls, database.db, asDatabaseLog(log)) : null;
  const stop = async () => {
    await versions.stop();
    await listener.stop();
    await replicas?.stop();
    await database.stop();
    await tracing?.stop();
  };
  return { ...database, listener, versions, replicas, tracing, stop };
}

async function serve(config: Config, log: Logger, database: Followed, part?: Part): Promise<Running> {
  const token = demoToken(config);
  await refuseLockedOut(config, database.db);
  const passwords = createPasswords(config.passwordSignIn);
  await knowNetworks(database.db, passwords.gate);
  const webhooks = await openWebhookTools(database.db, config);
  const media = openMediaTools(mediaSettings(config), (message) => log.warn(message));
  let isDraining = false;
  let publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const town = config.demoLive && config.role === 'all' ? await openTown() : null;
  const network = networkTools(webhooks, config.networkUrls, config, town ?? undefined);
  const guard = town ? { ...webhooks, allowedOrigins: new Set([town.origin]) } : webhooks;
  const jobs = allJobs({ ...config, publicUrl: () => publicUrl, network }, { guard, webhooks, media });
  const { wireWord, serviceEnv: env } = config;
  const work = { ...database, log: asDatabaseLog(log), laneTables: [JOB_LANES, WEBHOOK_LANES] };
  const worker = config.role === 'http' ? null : startWorker({ ...work, ...jobs });
  const sender = config.role === 'http' ? null : startSender({ ...work, ...webhooks, wireWord, env });
  const backups = backupsOf(config, log, database.db, part);
  if (config.databaseUrl === null && part?.isFirst !== false) await tidy(config, log);
  let smtp: SmtpPort | null = null;
  const working = () => [smtp, worker, sender, media.images, backups];
  const app = await orStopped([...working(), town], () =>
    createApp({
      ...config,
      ...database,
      caches: createCaches(config.role === 'work' ? 0 : config.cacheBytes),
      adminToken: config.adminToken ?? token,
      log,
      version,
      webhooks,
      intake: intakeRoutes(media, network, config),
      mail: () => smtp?.counts() ?? null,
      live: config.role === 'work' ? null : createLive(database),
      passwords,
      oidc: openOidc(config, (message) => log.warn(message)),
      isProduction: config.serviceEnv === 'production',
      media,
      demoTools,
      publicUrl: () => publicUrl,
      isDraining: () => isDraining,
      ...(part ? { allMetrics: part.allMetrics } : {}),
      now: () => new Date(),
      backups: backups && (() => backups.status()),
      queue: () => worker?.stats() ?? null,
      sender: () => sender?.stats() ?? null,
    }),
  );
  const closeUnused = unusedConnections(app.server);
  try {
    await app.listen({ host: config.host, port: config.port }).catch((error) => {
      throw cannotListen(error, config);
    });
    smtp = config.role === 'work' ? null : await openMailPort(config, log, database.db, media);
    const { port } = app.server.address() as AddressInfo; // a TCP server's address
    publicUrl = config.publicUrl ?? `http://localhost:${port}`;
    if (config.role !== 'work') await useMediaAddress(database.db, config.mediaPublicUrl ?? publicUrl);
    if (config.demo && (await fillDemo(database.db, media))) log.info('filled the empty database with the demo site');
    await beginTown(config, database.db, webhooks.secrets, town);
    const [site] = await sitePage(database.db, 'all', 1, 0);
    return {
      url: publicUrl,
      siteId: site?.id ?? null,
      demoToken: token,
      demoPeople: await demoPeople(database.db, passwords, config),
      setupCode: config.role === 'work' ? null : await setupCode(database.db),
      stop: async () => {
        isDraining = true;
        await sleep(config.drainSeconds * 1_000);
        await stop(app, working(), closeUnused);
        // Polls that were under way have ended: none finds the town closed.
        await town?.stop();
        await database.stop();
      },
    };
  } catch (error) {
    const closing = app.close();
    app.server.closeAllConnections();
    await Promise.all([closing, ...working().map((one) => one?.stop())]);
    await town?.stop();
    throw error;
  }
}

/** What has begun would keep the process alive. */
async function orStopped<Made>(begun: ({ stop(): Promise<void> } | null)[], make: () => Made): Promise<Made> {
  try {
    return make();
  } catch (error) {
    await Promise.all(begun.map((one) => one?.stop()));
    throw error;
  }
}

/** The program is one file, so this module is in it. */
const PROGRAM = fileURLToPath(import.meta.url);

/** Null for a demo, for a server of one's own, or if it is switched off. */
function backupsOf({ backups, dataDir }: Config, log: Logger, db: Database['db'], part?: Part): BackupTimer | null {
  if (!backups) return null;
  const { everySeconds, to } = backups;
  const folder =
    to && !to.startsWith('s3://') ? to : join(tryDataDir(dataDir ?? defaultDataDir(process.cwd())), 'backups');
  if (part?.isFirst === false) return lookAtBackups(everySeconds, folder);
  return startBackups({
    everySeconds,
    folder,
    program: PROGRAM,
    erasures: { state: () => erasureState(db), lines: () => loggedErasures(db) },
    log: asDatabaseLog(log),
  });
}

/** What a backup that was killed has left may be as large as the database. */
async function tidy({ dataDir }: Config, log: Logger): Promise<void> {
  const folder = dataDir ?? defaultDataDir(process.cwd());
  await removeAbandonedWork(folder, { hasJustStarted: true }).catch((error) => log.warn(error.message));
}

async function beginTown({ mailDomain, smtp }: Config, db: Database['db'], secrets: Secrets, town: LiveTown | null) {
  if (!town) return;
  await foundTown(db, { feedUrl: town.feedUrl, secrets, takesMail: mailDomain !== null && smtp !== null });
  town.begin(db);
}

async function openMailPort(
  { smtp, mailDays }: Config,
  log: Logger,
  db: Database['db'],
  media: MediaTools,
): Promise<SmtpPort | null> {
  if (!smtp) return null;
  const port = await openSmtp(
    db,
    { ...smtp, tls: smtp.tls && certificateIn(smtp.tls), mailDays },
    {
      media,
      log: (message) => log.warn(message),
    },
  ).catch((error) => {
    throw cannotListen(error, smtp, 'SMTP_PORT');
  });
  log.info({ port: port.port }, 'takes e-mail');
  return port;
}

function certificateIn({ cert, key }: { cert: string; key: string }) {
  try {
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } catch (error) {
    throw badConfiguration(`SMTP_TLS_CERT or SMTP_TLS_KEY cannot be read: ${(error as Error).message}`);
  }
}

/** Without passwords, someone who owns all sites must have another way to sign in. */
async function refuseLockedOut(config: Config, db: Database['db']): Promise<void> {
  const { passwordSignIn, publicUrl, port, serviceEnv, oidc } = config;
  if (passwordSignIn) return;
  const hosts = passkeyHosts(publicUrl ?? `http://localhost:${port}`, serviceEnv === 'production');
  const issuer = oidc?.issuer ?? null;
  const ways = { passwordsAreOn: false, passkeyHosts: hosts, issuer, issuerName: null };
  if ((await ownersOfAll(db, ways)) > 0) return;
  const needed = [...hosts.map((host) => `a passkey for ${host}`), ...(issuer ? [`an identity at ${issuer}`] : [])];
  throw badConfiguration(
    `PASSWORD_SIGN_IN=0 needs an owner of all sites with ${needed.join(' or ') || 'a passkey, which needs https in PUBLIC_URL'}; there is none. Start without the setting, sign in, add one, then set it.`,
  );
}

/** Media are beside the embedded database, also where another one is used. */
export function mediaSettings({ dataDir, s3, mediaStorage }: Config): MediaSettings {
  return { folder: join(dataDir ?? defaultDataDir(process.cwd()), 'media'), s3, storedIn: mediaStorage };
}

async function stop(
  app: ReturnType<typeof createApp>,
  working: (SmtpPort | Worker | Sender | ImagePool | BackupTimer | null)[],
  closeUnused: () => void,
): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), FINISH);
  const closing = app.close();
  closeUnused();
  await Promise.all([closing, ...working.map((one) => one?.stop())]);
  clearTimeout(cut);
}
