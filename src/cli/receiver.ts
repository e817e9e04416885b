/** Shared by the commands for webhooks: finding the receiver and its secrets, and sending to it. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { receiverOf } from '../core/addresses.ts';
import { badUsage, unreadableFile } from '../core/errors.ts';
import type { Db } from '../db/connect.ts';
import type { WebhookTools } from '../features/webhooks/commands.ts';
import { type Message, messageHeaders, type OpenSecrets } from '../features/webhooks/message.ts';
import { noSuchWebhook, type WebhookRow, webhooksWithId } from '../features/webhooks/queries.ts';
import { newSecret, openedSecrets, secretsInUse } from '../features/webhooks/secrets.ts';
import { openWebhookTools } from '../features/webhooks/tools.ts';
import { type Attempted, newClient } from '../outbound/post.ts';
import { resolver } from '../outbound/resolve.ts';
import { config, idArgument, print } from './command.ts';

export const ACTIONS = ['publish', 'update', 'unpublish'] as const;
export const ENVS = ['development', 'sandbox', 'staging', 'production'];

export const secretOptions = {
  secret: { type: 'string', multiple: true },
  'secret-file': { type: 'string', multiple: true },
} as const;

export const SECRET_HELP = `  --secret-file FILE   a file with the secret; - reads it from standard input
  --secret SECRET      the secret itself; it ends up in the history of your shell`;

export interface Registered {
  row: WebhookRow;
  secrets: OpenSecrets;
  tools: WebhookTools;
}

/** The receiver of a notification sent by a command, and its signature. */
export interface ReceiverTarget {
  webhook: Pick<WebhookRow, 'url' | 'signature_encoding' | 'extra_headers'>;
  secrets: OpenSecrets;
  reach: Pick<WebhookTools, 'resolve' | 'allowPrivate'>;
}

/** The secrets of a command line, without the line break at the end of a file. */
export async function secretsGiven(values: { secret?: string[]; 'secret-file'?: string[] }): Promise<string[]> {
  const files = await Promise.all((values['secret-file'] ?? []).map(contentsOf));
  const all = [...(values.secret ?? []), ...files.map((bytes) => bytes.toString('utf8').replace(/\r?\n$/, ''))];
  if (all.includes('')) throw badUsage('The secret is empty.');
  return all;
}

/** The bytes of a file, or of standard input for `-`. */
export async function contentsOf(file: string): Promise<Buffer> {
  if (file === '-') return Buffer.from(await text(process.stdin));
  return readFile(file).catch((error) => {
    throw unreadableFile(file, error.code);
  });
}

/** The webhook of `--webhook ID`; `--site ID` selects one if imported webhooks of several sites have the same id. */
export async function webhookNamed(db: Db, id: string | undefined, site: string | undefined): Promise<WebhookRow> {
  const found = await webhooksWithId(db, idArgument(id, '--webhook'));
  const rows = site === undefined ? found : found.filter((row) => row.site_id === idArgument(site, '--site'));
  if (rows.length > 1) {
    throw badUsage(`Several sites have a webhook ${id}: add --site ${rows.map((row) => row.site_id).join(' or ')}.`);
  }
  if (!rows[0]) throw noSuchWebhook();
  return rows[0];
}

export const webhookTools = (db: Db) => openWebhookTools(db, config(), secretsInUse);

/** A registered webhook with its secrets open. */
export async function registered(db: Db, id: string | undefined, site: string | undefined): Promise<Registered> {
  const row = await webhookNamed(db, id, site);
  const tools = await webhookTools(db);
  return { row, tools, secrets: openedSecrets(tools.secrets, row, new Date()) };
}

/** An address from the command line. It needs no guard: the user can reach everything from this machine anyway. */
export function targetAt(option: string, url: string, given: string[]): ReceiverTarget {
  const receiver = receiverOf(url, true);
  if (typeof receiver === 'string') throw badUsage(`${option} ${receiver}.`);
  if (given.length > 1) throw badUsage('Give one secret; a notification is signed with one.');
  const secret = given[0] ?? newSecret();
  if (given.length === 0) print(`Secret for this run: ${secret}`);
  return {
    webhook: { url, signature_encoding: 'hex', extra_headers: true },
    secrets: { current: secret, next: null, previous: null },
    reach: { resolve: resolver(true), allowPrivate: true },
  };
}

export interface Poster {
  post(message: Omit<Message, 'bytes'>): Promise<Attempted>;
  stop(): void;
}

/** Sends like the service: the same headers, signatures, checks and timeouts. */
export function posterTo({ webhook, secrets, reach }: ReceiverTarget, env: string): Poster {
  const client = newClient(reach);
  const wire = { wireWord: config().wireWord, env };
  return {
    post(notification) {
      const message = { ...notification, bytes: Buffer.from(notification.body) };
      return client.post(webhook.url, '', messageHeaders(wire, webhook, secrets, message, new Date()), message.bytes);
    },
    stop: () => client.stop(),
  };
}

/** `204, 12 ms`, or why there was no answer. */
export function answered({ status, error, timing }: Attempted): string {
  return status === null ? `no answer: ${error}` : `${status}, ${Math.round(timing.total ?? 0)} ms`;
}

/** The value of X-Service-Env; by default that of the installation. */
export function envNamed(env: string = config().serviceEnv): string {
  if (!ENVS.includes(env)) throw badUsage(`--env must be one of ${ENVS.join(', ')}.`);
  return env;
}
