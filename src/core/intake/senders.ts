/** Whether a message may be published by itself: its sender must be on the list, and prove to be that sender. */
import type { ReadMail } from './mail.ts';
import { senderOf } from './mail.ts';

/** What the checks of a message found. */
export interface Checks {
  /** The senders that the checks are about. */
  from: string[];
  dmarc: string;
  /** Of the server that sent it: whether a domain names it, and whether that is the domain of the sender. */
  spf: { result: string; isAligned: boolean };
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

/** `partly`: it is signed for the domain of the sender, but not all of what readers see. */
export type Proof = 'dmarc' | 'dkim' | 'partly' | 'none' | 'unknown';

export interface SenderRules {
  allow: string[];
  unlisted: 'hold' | 'refuse';
  /** The name of the receiving server whose results count; null: nobody's. */
  trustedServer: string | null;
  /** Messages come from a mailbox, and say nothing about the server that sent them. */
  isMailbox: boolean;
}

/** The headers that say what an article has of a message, and how its text is read. */
const SHOWN = ['from', 'subject', 'date', 'content-type', 'content-transfer-encoding', 'content-disposition'];
const NO_RESULTS = { isProven: false, isFromServer: false };
const UNLISTED = 'Its sender is not on the list of the source.';
const UNPROVEN = 'It does not prove that it is from its sender, who is on the list (DMARC, DKIM).';
const PARTLY =
  'It is signed for the domain of its sender, but the signature leaves out a part of what readers see, as that of Gmail does, and nothing shows that a server of that domain sent it.';
const NAME_SERVER = 'Name the server that checks senders in the settings of the source (trusted_server).';
const UNKNOWN = 'Whether it is from its sender could not be checked: the name servers did not answer.';

export function isListed(address: string, allow: string[]): boolean {
  const domain = address.split('@').pop() ?? '';
  return address !== '' && allow.some((one) => [address, domain].includes(one.toLowerCase()));
}

/**
 * A signature of the same domain proves the sender where there is no policy, too. Anyone can send a signed message again with other headers
 * that the signature does not cover: then the sending server must be that of the sender.
 */
export function proofOf(mail: ReadMail, { from, dmarc, spf, dkim }: Checks, trustedServer: string | null): Proof {
  const { address } = senderOf(mail);
  // Two readers of one header may differ: then neither is right.
  if (from.length !== 1 || from[0]?.toLowerCase() !== address || mail.hasMoreHeaders) return 'none';
  const aligned = dkim.filter(({ result, isAligned }) => result === 'pass' && isAligned);
  const isSigned = aligned.some((signature) => isCovered(mail, signature));
  const isFromServer = spf.result === 'pass' && spf.isAligned;
  const trusted = trustedServer === null ? NO_RESULTS : resultsOf(mail, trustedServer, address);
  if (trusted.isProven && (isSigned || trusted.isFromServer)) return 'dmarc';
  if (dmarc === 'pass' && (isSigned || isFromServer)) return 'dmarc';
  if (dmarc !== 'fail' && dmarc !== 'pass' && aligned.length > 0 && (isSigned || isFromServer)) return 'dkim';
  if ([dmarc, spf.result, ...dkim.map(({ result }) => result)].includes('temperror')) return 'unknown';
  return aligned.length > 0 && !isSigned ? 'partly' : 'none';
}

/** Each header once, as it was signed. One may be absent, but without its type a text is read in another way. */
function isCovered({ headers }: ReadMail, signature: Signature): boolean {
  const times = (name: string) => headers.filter(([key]) => key === name).length;
  const isClear = (name: string) => times(name) <= 1 && (times(name) === 0 || signature.headers.includes(name));
  return signature.isWhole && times('content-type') === 1 && SHOWN.every(isClear);
}

/**
 * The results of the server that received the message (RFC 8601): of each method, the topmost one with its name. The server deletes those of
 * others with its name, or it must not be trusted.
 */
function resultsOf({ headers }: ReadMail, server: string, address: string) {
  const results = headers.filter(([name]) => name === 'authentication-results').map(([, value]) => partsOf(value));
  const own = results.filter(([id = '']) => id.split(' ')[0]?.toLowerCase() === server.toLowerCase());
  const domain = address.split('@').pop() ?? '';
  const passed = (method: string) => {
    const ofMethod = (part: string) => part.toLowerCase().startsWith(`${method}=`);
    const parts = own.find(([, ...rest]) => rest.some(ofMethod))?.filter(ofMethod) ?? [];
    return parts.map((part) => part.toLowerCase().split(' ')).filter(([result]) => result === `${method}=pass`);
  };
  return {
    isProven: passed('dmarc').some((properties) => properties.includes(`header.from=${domain}`)),
    isFromServer: passed('spf').some((properties) => properties.some((one) => isMailFrom(one, domain))),
  };
}

/** Whether the return path is of the domain or below it. */
function isMailFrom(property: string, domain: string): boolean {
  const own = /^smtp\.mailfrom=(?:.*@)?([^@]*)$/.exec(property)?.[1];
  return own === domain || own?.endsWith(`.${domain}`) === true;
}

/** Of a signature, whose characters need quotes. It tells signatures apart, and is not read. */
const QUOTED_SIGNATURE = /\sheader\.b="[\w+/=]*"/g;

/** Without comments, which may be nested. A header with other quotes, or escapes, in it is not read. */
function partsOf(value: string): string[] {
  let text = value.replace(QUOTED_SIGNATURE, '');
  if (/["\\]/.test(text)) return [];
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
  { unlisted, trustedServer, isMailbox }: Omit<SenderRules, 'allow'>,
  { isOnList, proof }: { isOnList: boolean; proof: Proof },
): { reason: string | null; heldBecause: string | null } {
  if (isOnList && (proof === 'dmarc' || proof === 'dkim')) return { reason: null, heldBecause: null };
  if (isOnList && proof === 'unknown') return { reason: null, heldBecause: UNKNOWN };
  const partly = isMailbox && trustedServer === null ? `${PARTLY} ${NAME_SERVER}` : PARTLY;
  const why = !isOnList ? UNLISTED : proof === 'partly' ? partly : UNPROVEN;
  return unlisted === 'refuse' ? { reason: why, heldBecause: null } : { reason: null, heldBecause: why };
}
