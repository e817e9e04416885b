/**
 * Secrets in a file: those of each line are encrypted with AES-256-GCM, under a key that scrypt derives from a passphrase. The first
 * line of the file has the parameters of the key, and a known text that detects a wrong passphrase.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { BASE64, integer, text } from '../contract/common.ts';
import { dataTrouble, RequestError } from '../core/errors.ts';

const VERSION = 1;
/** 128 MiB and about half a second. */
const COST = { cost: 17, block_size: 8, parallelization: 1 };
/** The highest cost that a file may request. */
const MOST_MEMORY = 1024 ** 3;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CHECK = 'masthead secrets';
const LONGEST = 20_000;

const base64 = (description: string) => text(description, { pattern: BASE64, maxLength: LONGEST });

/** Of the first line. */
export const SecretsHeader = Type.Object({
  version: integer('Of this format.', { minimum: 1 }),
  cost: integer('scrypt: N as a power of two.', { minimum: 10, maximum: 24 }),
  block_size: integer('scrypt: r.', { minimum: 1, maximum: 64 }),
  parallelization: integer('scrypt: p.', { minimum: 1, maximum: 16 }),
  salt: base64('scrypt: salt.'),
  check: base64('A known text, sealed.'),
});
export type SecretsHeader = Static<typeof SecretsHeader>;

/** Of a line. */
export const sealedField = base64('Its secrets, encrypted.');

export interface FileSecrets {
  /** `label` names the line, so that its secrets cannot be opened in another line. */
  seal(label: string, value: object): string;
  open<Value extends object = Record<string, string | null>>(label: string, sealed: string): Value;
}

export async function newFileSecrets(
  passphrase: string,
  { cost = COST.cost } = {},
): Promise<{ header: SecretsHeader; secrets: FileSecrets }> {
  const salt = randomBytes(SALT_BYTES);
  const scryptOptions = { ...COST, cost };
  const key = await keyOf(passphrase, salt, scryptOptions);
  const header = {
    version: VERSION,
    ...scryptOptions,
    salt: salt.toString('base64'),
    check: sealed(key, CHECK, CHECK),
  };
  return { header, secrets: secretsWith(key) };
}

/** Throws if the passphrase is wrong. */
export async function openFileSecrets(header: SecretsHeader, passphrase: string): Promise<FileSecrets> {
  if (header.version > VERSION) throw dataTrouble('The secrets of this file were written by a newer version.');
  if (2 ** header.cost * header.block_size * 128 > MOST_MEMORY)
    throw dataTrouble('The secrets of this file need more memory than is allowed.');
  const key = await keyOf(passphrase, Buffer.from(header.salt, 'base64'), header);
  if (opened(key, CHECK, header.check) !== CHECK)
    throw dataTrouble('The passphrase is not the one of this file. Nothing was imported.');
  return secretsWith(key);
}

function secretsWith(key: Buffer): FileSecrets {
  return {
    seal: (label, value) => sealed(key, label, JSON.stringify(value)),
    open(label, text) {
      const json = opened(key, label, text);
      if (json === null) throw new RequestError(422, 'sealed was changed, or belongs to another line');
      return JSON.parse(json);
    },
  };
}

function sealed(key: Buffer, label: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(label));
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64');
}

/** Null if the key or the label is wrong, or a byte was changed. */
function opened(key: Buffer, label: string, text: string): string | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(label)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

function keyOf(passphrase: string, salt: Buffer, header: typeof COST): Promise<Buffer> {
  const [N, r, p] = [2 ** header.cost, header.block_size, header.parallelization];
  const maxmem = 2 * 128 * N * r + 1024 * 1024;
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, { N, r, p, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}
