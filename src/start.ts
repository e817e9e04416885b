/** Composition root: settings → database → migrations → HTTP and the worker → demo. */
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { cleanUps } from './clean-ups.ts';
import type { Config } from './config.ts';
import { alreadyInUse, badConfiguration } from './core/errors.ts';
import { type Database, openDatabase } from './db/connect.ts';
import { defaultDataDir } from './db/embedded/data-folder.ts';
import { type Listener, type ListenerOptions, openListener } from './db/listener.ts';
import { migrate } from './db/migrate.ts';
import { followSites, type SiteVersions } from './db/site-versions.ts';
import { demoToken } from './demo/admin-token.ts';
import { fillDemo } from './demo/fill.ts';
import { type DemoPerson, demoPeople } from './demo/people.ts';
import { demoTools, removeDemoWhenAsked } from './demo/removal.ts';
import { knowNetworks } from './features/accounts/gate.ts';
import { createPasswords } from './features/accounts/passwords.ts';
import { ownersOfAll } from './features/accounts/people.ts';
import { passkeyHosts } from './features/accounts/relying-party.ts';
import { publishScheduled } from './features/articles/jobs.ts';
import { removeCampaign } from './features/campaigns/jobs.ts';
import { serveDueEvents } from './features/events/jobs.ts';
import { openOidc } from './features/identities/tools.ts';
import { createLive } from './features/live/hub.ts';
import { collectGarbage, dailyCollection } from './features/media/jobs.ts';
import { fetchRemoteImages } from './features/media/remote.ts';
import { useMediaAddress } from './features/media/settings.ts';
import { type MediaSettings, openMediaTools } from './features/media/tools.ts';
import {
  frequentIndexing,
  indexPublished,
  refreshFeatures,
  renderArticles,
  sanitizeStored,
} from './features/publication/jobs.ts';
import { minutelySweep, rebuildRollups, sweepRollups } from './features/rollups/jobs.ts';
import { setupCode } from './features/setup/commands.ts';
import { sitePage } from './features/sites/queries.ts';
import { clearSources } from './features/sources/jobs.ts';
import { clearWebhooks, replayEvents, sendTests } from './features/webhooks/jobs.ts';
import { WEBHOOK_LANES } from './features/webhooks/lanes.ts';
import { type Sender, startSender } from './features/webhooks/sender.ts';
import { openWebhookTools } from './features/webhooks/tools.ts';
import { createApp } from './http/app.ts';
import { createCaches } from './http/cache/caches.ts';
import type { ImagePool } from './images/pool.ts';
import { intakeRoutes } from './intake/handlers.ts';
import { hourlySweep, intakeHandlers } from './intake/jobs.ts';
import { JOB_LANES } from './jobs/job-lanes.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { asDatabaseLog, createLog } from './log.ts';

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
const DRAIN = 8_000;

export const { version } = packageJson;

/** A database with the newest version of each site, which invalidates cached responses. */
interface Followed extends Database {
  listener: Listener;
  versions: SiteVersions;
}

export async function start(config: Config, options: ListenerOptions = {}): Promise<Running> {
  const log = createLog(config.logLevel);
  let database: Database = await openDatabase({ ...config, purpose: 'serve', log: asDatabaseLog(log) });
  try {
    const applied = await migrate(database.pool);
    if (applied.length > 0) log.info({ applied }, 'migrated');
    const followed = follow(database, options);
    database = followed;
    return await serve(config, log, followed);
  } catch (error) {
    await database.stop();
    throw error;
  }
}

function follow(database: Database, options: ListenerOptions): Followed {
  const listener = openListener(database.pool, options);
  const versions = followSites(database.db, listener);
  const stop = async () => {
    await versions.stop();
    await listener.stop();
    await database.stop();
  };
  return { ...database, listener, versions, stop };
}

async function serve(config: Config, log: Logger, database: Followed): Promise<Running> {
  const token = demoToken(config);
  await refuseLockedOut(config, database.db);
  const passwords = createPasswords(config.passwordSignIn);
  await knowNetworks(database.db, passwords.gate);
  const webhooks = await openWebhookTools(database.db, config);
  const media = openMediaTools(mediaSettings(config), (message) => log.warn(message));
  let publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const periodic = cleanUps(config);
  const handlers = [
    publishScheduled,
    serveDueEvents,
    refreshFeatures,
    renderArticles,
    sanitizeStored,
    indexPublished,
    removeCampaign,
    removeDemoWhenAsked,
    rebuildRollups,
    sweepRollups,
    replayEvents,
    clearWebhooks,
    clearSources,
    ...intakeHandlers(webhooks, { rawDays: config.rawDays, publicUrl: () => publicUrl }, media),
    sendTests({ ...webhooks, wireWord: config.wireWord, env: config.serviceEnv }),
    collectGarbage(media, config.thumbsMax),
    fetchRemoteImages(media, webhooks),
    ...periodic.map(({ handler }) => handler),
  ];
  const schedules = [
    frequentIndexing,
    minutelySweep,
    dailyCollection,
    hourlySweep,
    ...periodic.map(({ schedule }) => schedule),
  ];
  const { wireWord, serviceEnv: env } = config;
  const work = { ...database, log: asDatabaseLog(log), laneTables: [JOB_LANES, WEBHOOK_LANES] };
  const worker = config.role === 'http' ? null : startWorker({ ...work, handlers, schedules });
  const sender = config.role === 'http' ? null : startSender({ ...work, ...webhooks, wireWord, env });
  const app = createApp({
    ...config,
    ...database,
    caches: createCaches(config.role === 'work' ? 0 : config.cacheBytes),
    adminToken: config.adminToken ?? token,
    log,
    version,
    webhooks,
    intake: intakeRoutes(media, config.rawDays),
    live: config.role === 'work' ? null : createLive(database),
    passwords,
    oidc: openOidc(config, (message) => log.warn(message)),
    isProduction: config.serviceEnv === 'production',
    media,
    demoTools,
    publicUrl: () => publicUrl,
    now: () => new Date(),
    queue: () => worker?.stats() ?? null,
    sender: () => sender?.stats() ?? null,
  });
  const closeUnused = unusedConnections(app.server);
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await Promise.all([worker?.stop(), sender?.stop(), media.images.stop()]);
    throw cannotListen(error, config);
  }
  const { port } = app.server.address() as AddressInfo; // a TCP server's address
  publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  if (config.role !== 'work') await useMediaAddress(database.db, config.mediaPublicUrl ?? publicUrl);
  if (config.demo && (await fillDemo(database.db, media))) log.info('filled the empty database with the demo site');
  const [site] = await sitePage(database.db, 'all', 1, 0);
  const siteId = site?.id ?? null;
  const people = await demoPeople(database.db, passwords, config);
  const code = config.role === 'work' ? null : await setupCode(database.db);
  return {
    url: publicUrl,
    siteId,
    demoToken: token,
    demoPeople: people,
    setupCode: code,
    stop: () => stop(app, [worker, sender, media.images], database, closeUnused),
  };
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
  working: (Worker | Sender | ImagePool | null)[],
  database: Database,
  closeUnused: () => void,
): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN);
  const closing = app.close();
  closeUnused();
  await Promise.all([closing, ...working.map((one) => one?.stop())]);
  clearTimeout(cut);
  await database.stop();
}

/**
 * Closes connections that never sent a request: Node would wait for them. It does not listen to their data, because that bypasses
 * Node's own parser, which costs a third of a request's time.
 */
function unusedConnections(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}

function cannotListen(error: unknown, { host, port }: Config): unknown {
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE') return alreadyInUse(`Port ${port} on ${host} is in use by another program; set PORT.`);
  if (code === 'EACCES') return badConfiguration(`Port ${port} needs more rights than this user has; set PORT.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return badConfiguration(`HOST ${host} is not an address of this machine.`);
  return error;
}
