/** Types the commands of a page into a shell, as a reader does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ADMIN } from './app.ts';
import { type Block, ROOT } from './guide.ts';
import { environment, type Service } from './process.ts';

const WRITTEN_ADDRESS = /(http:\/\/)?localhost:4000/g;
const WRITTEN_RECEIVER = /(localhost:|--port )8080/g;
const WRITTEN_MAIL = /localhost:2525/g;

/** The context of typed commands: the service, the settings, and the folder. */
export interface Place {
  service: Service;
  env: Record<string, string>;
  folder: string;
  /** Where the receiver of the guide listens, and the superuser's server. */
  receiverPort?: number;
  /** The SMTP port of the service. */
  mailPort?: number;
  postgresPort?: number;
}

export function isRun({ marks }: Block): boolean {
  return marks.includes('run');
}

/** Runs blocks one after the other in one shell; what `# prints` names must come, and no status that was not announced. */
export async function runs(place: Place, blocks: Block[]): Promise<void> {
  expect(blocks.length).toBeGreaterThan(1);
  const { code, text, outputs, statuses } = await bash(place, blocks);
  expect(code, text).toBe(0);
  for (const [i, block] of blocks.entries()) {
    for (const [, expected = ''] of addressed(place, block.code).matchAll(/# prints (.*)$/gm)) {
      expect(outputs[i]).toContain(expected);
    }
    const announced = Number(block.marks.find((mark) => /^\d+$/.test(mark)) ?? 0);
    const failed = (statuses[i] ?? []).filter((status) => status >= 400);
    expect(failed, `${block.code}\n${outputs[i]}`).toEqual(announced ? [announced] : []);
  }
}

type Shell = Omit<Place, 'service'> & Partial<Pick<Place, 'service'>>;

/** A guide leaves programs running in the background, `masthead simulate` for one. */
function endGroup(leader: number | undefined) {
  try {
    if (leader) process.kill(-leader);
  } catch {
    // ESRCH: nothing was left running
  }
}

export async function bash(place: Shell, blocks: Block[]) {
  const main = join(ROOT, 'dist/cli/main.js');
  const script = [
    'set -euo pipefail',
    `curl() { command curl -sS -w '%{stderr}%{http_code}\\n' "$@" 2>> statuses; }`,
    `npx() { shift; '${process.execPath}' '${main}' "$@"; }`,
    `node() { '${process.execPath}' "$@"; }`,
    // `sudo -u postgres`: the superuser of the server, who is asked for a password twice.
    `sudo() { shift 2; PGHOST=127.0.0.1 PGPORT=${place.postgresPort} PGUSER=postgres "$@" <<< $'change-me\\nchange-me'; }`,
    ': > statuses',
    ...blocks.map((block) => `echo '──'; echo '──' >> statuses\n${typed(place, block)}`),
  ].join('\n');
  const env = environment({ LOG_LEVEL: 'warn', ...place.env });
  // Detached from the terminal, from which a password would be read.
  const child = spawn('bash', ['-c', script], {
    cwd: place.folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part) => (out += part));
  child.stderr.on('data', (part) => (err += part));
  child.on('exit', () => endGroup(child.pid));
  const [code] = await once(child, 'close');
  const file = join(place.folder, 'statuses');
  const sent = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const parts = (text: string) => text.split('──').slice(1);
  const statuses = parts(sent).map((part) => (part.match(/^\d{3}$/gm) ?? []).map(Number));
  return { code, text: `${out.slice(-2_000)}\n${err}\n${sent}`, outputs: parts(out), statuses };
}

/** A program that stays is started in the background, and waited for until it listens, or until something has arrived. */
function typed(place: Shell, { code, marks }: Block): string {
  const text = addressed(place, code);
  if (marks.includes('arrives')) return `${text}\nuntil grep -q '^update 1$' background.log; do sleep 0.1; done`;
  if (!marks.includes('background')) return text;
  const isUp = `(exec 3<> /dev/tcp/127.0.0.1/${place.receiverPort}) 2> /dev/null`;
  return `PORT=${place.receiverPort} ${text.trim()} > background.log 2>&1 &\nuntil ${isUp}; do sleep 0.1; done`;
}

export function addressed({ service, receiverPort, mailPort }: Shell, code: string): string {
  return code
    .replace(WRITTEN_ADDRESS, service?.url ?? '')
    .replace(WRITTEN_RECEIVER, `$1${receiverPort}`)
    .replace(WRITTEN_MAIL, `127.0.0.1:${mailPort}`)
    .replace('demo_…', ADMIN);
}
