/** The `masthead` program: one file a command. */
import { StartError } from '../core/errors.ts';
import { version } from '../start.ts';
import { backup } from './backup.ts';
import { campaign } from './campaign.ts';
import { type Command, print } from './command.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { exportFile } from './export.ts';
import { feed } from './feed.ts';
import { importFile } from './import.ts';
import { key } from './key.ts';
import { listen } from './listen.ts';
import { media } from './media.ts';
import { migrate } from './migrate.ts';
import { person } from './person.ts';
import { replay } from './replay.ts';
import { restore } from './restore.ts';
import { simulate } from './simulate.ts';
import { site } from './site.ts';
import { source } from './source.ts';
import { start } from './start.ts';
import { trigger } from './trigger.ts';
import { upgradeDataFolder } from './upgrade-data.ts';
import { verify } from './verify.ts';
import { webhook } from './webhook.ts';

const commands: Record<string, Command> = {
  start,
  migrate,
  key,
  site,
  person,
  campaign,
  webhook,
  source,
  feed,
  replay,
  listen,
  trigger,
  verify,
  export: exportFile,
  import: importFile,
  media,
  backup,
  restore,
  'upgrade-data': upgradeDataFolder,
  doctor,
  demo,
  simulate,
};
const EX_USAGE = 64;
const EX_SOFTWARE = 70;

export async function main(args: string[]): Promise<void> {
  const [name = 'help', ...rest] = args;
  if (name === '--version' || name === '-v' || name === 'version') return print(version);
  const isHelp = name === 'help' || name === '--help' || name === '-h';
  const asked = isHelp ? rest[0] : name;
  const command = asked === undefined ? undefined : commands[asked];
  if (asked !== undefined && !command) {
    process.stderr.write(`masthead: there is no command “${asked}”.\n\n${help()}\n`);
    process.exitCode = EX_USAGE;
    return;
  }
  if (!command) return print(help());
  if (isHelp || rest.includes('--help') || rest.includes('-h')) return print(command.help);
  await run(name, command, rest);
}

async function run(name: string, command: Command, args: string[]): Promise<void> {
  try {
    await command.run(args);
  } catch (error) {
    const isExpected = error instanceof StartError || (error as Error).name === 'RequestError';
    process.stderr.write(`masthead: ${isExpected ? described(error as Error) : ((error as Error).stack ?? error)}\n`);
    process.exitCode = error instanceof StartError ? error.exitCode : isExpected ? 1 : EX_SOFTWARE;
    if (process.exitCode === EX_USAGE) process.stderr.write(`See \`masthead ${name} --help\`.\n`);
  }
}

function described(error: Error): string {
  const problems = (error as { details?: { problems?: { path: string; message: string }[] } }).details?.problems;
  return problems ? problems.map(({ path, message }) => `${path.slice(1)} ${message}`).join('; ') : error.message;
}

function help(): string {
  const lines = Object.entries(commands).map(([word, { summary }]) => `  ${word.padEnd(14)}${summary}`);
  return `Masthead ${version}: a self-hosted publishing service.

Usage: masthead <command> [options]

${lines.join('\n')}
  help          this text, or the help of a command: masthead help key

Settings are environment variables; docs/settings.md lists them.`;
}
