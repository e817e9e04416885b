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
    const stopped = stopSignal();
    const running = await startService(config());
    print(banner(running));
    await stopped;
    print('Masthead is stopping. Requests and jobs in progress finish first.');
    setTimeout(() => process.exit(1), STOP_TIMEOUT).unref();
    await running.stop();
    print('Masthead has stopped.');
  },
};

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
