/** Whether a message may be published by itself: its sender must be on the list, and prove to be that sender. */
import type { ReadMail } from './mail.ts';
import { senderOf } from './mail.ts';

/** What the checks of a message found. */
export interface Checks {
  /** The senders that the checks are about. */
  from: string[];
  dmarc: string;
  dkim: Signature[];
}

export interface Signature {
  result: string;
  /** Whether its domain is that of the sender. */
  isAligned: boolean;
  /** Whether it covers the whole text. */
  isWhole: boolean;
  /** The headers that it covers, in lower case. */
  headers: string[];
}

export type Proof = 'dmarc' | 'dkim' | 'none' | 'unknown';

export interface SenderRules {
  allow: string[];
  unlisted: 'hold' | 'refuse';
  /** The name of the receiving server whose results count; null: nobody's. */
  trustedServer: string | null;
}

/** What an article has of a message. */
const SHOWN = ['from', 'subject', 'content-type'];
const UNLISTED = 'Its sender is not on the list of the source.';
const UNPROVEN = 'It does not prove that it is from its sender, who is on the list (DMARC, DKIM).';
const UNKNOWN = 'Whether it is from its sender could not be checked: the name servers did not answer.';

export function isListed(address: string, allow: string[]): boolean {
  const domain = address.split('@').pop() ?? '';
  return address !== '' && allow.some((one) => [address, domain].includes(one.toLowerCase()));
}

/** A signature of the same domain proves the sender where there is no policy, too. */
export function proofOf(mail: ReadMail, { from, dmarc, dkim }: Checks, trustedServer: string | null): Proof {
  const { address } = senderOf(mail);
  // Two readers of one header may differ: then neither is right.
  if (from.length !== 1 || from[0]?.toLowerCase() !== address) return 'none';
  if (trustedServer !== null && hasPassed(mail, trustedServer, address)) return 'dmarc';
  const aligned = dkim.filter(({ result, isAligned }) => result === 'pass' && isAligned);
  const isSigned = aligned.some((signature) => isCovered(mail, signature));
  if (isSigned && dmarc !== 'fail') return dmarc === 'pass' ? 'dmarc' : 'dkim';
  // By its server.
  if (dmarc === 'pass' && aligned.length === 0) return 'dmarc';
  return [dmarc, ...dkim.map(({ result }) => result)].includes('temperror') ? 'unknown' : 'none';
}

/** Anyone may have written what a signature does not cover, and repeated a header that it does. */
function isCovered({ headers }: ReadMail, signature: Signature): boolean {
  const times = (name: string) => headers.filter(([key]) => key === name).length;
  const isClear = (name: string) => times(name) <= 1 && (times(name) === 0 || signature.headers.includes(name));
  return signature.isWhole && SHOWN.every(isClear);
}

/**
 * The result of the server that received the message (RFC 8601): the topmost one with its name. The server deletes those of others with
 * its name, or it must not be trusted.
 */
function hasPassed({ headers }: ReadMail, server: string, address: string): boolean {
  const results = headers.filter(([name]) => name === 'authentication-results').map(([, value]) => partsOf(value));
  const own = results.find(([id = '']) => id.split(' ')[0]?.toLowerCase() === server.toLowerCase());
  const domain = address.split('@').pop();
  return (own ?? []).slice(1).some((part) => {
    const [method = '', ...properties] = part.toLowerCase().split(' ');
    return method === 'dmarc=pass' && properties.includes(`header.from=${domain}`);
  });
}

/** Without comments, which may be nested. A header with quotes or escapes in it is not read. */
function partsOf(value: string): string[] {
  if (/["\\]/.test(value)) return [];
  let text = value;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\([^()]*\)/g, ' ');
  }
  return text.split(';').map((part) =>
    part
      .replace(/\s*=\s*/g, '=')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

/** Why it is rejected, or else why it is held. */
export function senderRuling(
  { unlisted }: Pick<SenderRules, 'unlisted'>,
  { isOnList, proof }: { isOnList: boolean; proof: Proof },
): { reason: string | null; heldBecause: string | null } {
  if (isOnList && (proof === 'dmarc' || proof === 'dkim')) return { reason: null, heldBecause: null };
  if (isOnList && proof === 'unknown') return { reason: null, heldBecause: UNKNOWN };
  const why = isOnList ? UNPROVEN : UNLISTED;
  return unlisted === 'refuse' ? { reason: why, heldBecause: null } : { reason: null, heldBecause: why };
}
