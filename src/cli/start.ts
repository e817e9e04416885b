import { isPart, runPart } from '../cluster/part.ts';
import { startCluster } from '../cluster/primary.ts';
import type { Config } from '../config.ts';
import { badUsage } from '../core/errors.ts';
import { type Running, start as startService } from '../start.ts';
import { type Command, config, parsed, print, stopSignal } from './command.ts';

/** Longer than all timeouts of stopping; after it the process exits, even if something hangs. */
const STOP_TIMEOUT = 19_000;

export const start: Command = {
  summary: 'run the service in the foreground',
  help: `Usage: masthead start

Runs the service in the foreground: starts the embedded PostgreSQL unless DATABASE_URL
names a server, brings the schema up to date, and serves until SIGTERM or Ctrl-C.

  PORT=8080 masthead start          listen on another port (default 4000)
  DEMO=1 masthead start             fill an empty database with the demo site

docs/settings.md lists all settings.`,
  async run(args) {
    if (parsed(args, {}).positionals.length > 0) throw badUsage('start takes no arguments.');
    const settings = config();
    if (isPart()) return runPart(settings, STOP_TIMEOUT + settings.drainSeconds * 1_000);
    const stopped = stopSignal();
    const warning = addressWarning(settings);
    if (warning) process.stderr.write(`warning: ${warning}\n`);
    const running = await startedOrStopped(settings, stopped);
    if (running) {
      print(banner(running));
      await stopped;
      print('Masthead is stopping. Requests and jobs in progress finish first.');
      setTimeout(() => process.exit(1), STOP_TIMEOUT + settings.drainSeconds * 1_000).unref();
      await running.stop();
    }
    print('Masthead has stopped.');
  },
};

/** Several processes would give different answers, which their readers and caches take for changes. */
export function addressWarning({ publicUrl, role, serviceEnv }: Pick<Config, 'publicUrl' | 'role' | 'serviceEnv'>) {
  if (publicUrl !== null || (role === 'all' && serviceEnv !== 'production')) return null;
  return 'PUBLIC_URL is not set, so links name localhost and the port of this process. Set the same address in all processes.';
}

/** Null if it was stopped while it waited for its database. */
async function startedOrStopped(settings: Config, stopped: Promise<void>): Promise<Running | null> {
  const stopping = new AbortController();
  void stopped.then(() => stopping.abort());
  try {
    return await (settings.workers > 1 ? startCluster : startService)(settings, stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted) return null;
    throw error;
  }
}

export function banner({ url, siteId, demoToken, demoPeople, setupCode }: Omit<Running, 'stop'>): string {
  const lines = [`Masthead is ready at ${url}`];
  if (siteId) lines.push(`  content API  ${url}/v1/sites/${siteId}`);
  lines.push(`  newsroom     ${url}/newsroom`, `  reference    ${url}/docs`);
  if (demoToken) lines.push(`  admin token  ${demoToken}`);
  for (const { role, email, password } of demoPeople) lines.push(`  ${role.padEnd(13)}${email}  ${password}`);
  if (setupCode) lines.push(`  setup code   ${setupCode}`);
  if (!siteId) lines.push(FIRST_STEPS);
  return lines.join('\n');
}

const FIRST_STEPS = `There is no site yet. Create one, and a key to write to it:
  npx masthead site create --name 'My site' --url https://www.example.com
  npx masthead key create --name 'Editors' --scope manage:write --site 1`;
