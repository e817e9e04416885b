/** Encrypts secrets at rest (AES-256-GCM). A sealed text names its key, so that the right key can be found. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';

const FORMAT = 1;
const KEY_ID_BYTES = 4;
export const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** A key from the words of a setting. */
export function keyFrom(words: string): Buffer {
  return Buffer.from(hkdfSync('sha256', words, '', 'masthead secrets', KEY_BYTES));
}

/** Format, key id, `iv`, tag, and the text. An `iv` is never used twice. */
export function seal(key: Buffer, text: string, iv: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), keyId(key), iv, cipher.getAuthTag(), sealed]);
}

export function isSealedWith(key: Buffer, sealed: Buffer): boolean {
  return sealed[0] === FORMAT && sealed.subarray(1, 1 + KEY_ID_BYTES).equals(keyId(key));
}

/** Throws with the wrong key, or after a byte was changed. */
export function unseal(key: Buffer, sealed: Buffer): string {
  const afterId = 1 + KEY_ID_BYTES;
  const afterIv = afterId + IV_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(afterId, afterIv));
  decipher.setAuthTag(sealed.subarray(afterIv, afterIv + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(afterIv + TAG_BYTES)), decipher.final()]).toString('utf8');
}

function keyId(key: Buffer): Buffer {
  return createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES);
}
