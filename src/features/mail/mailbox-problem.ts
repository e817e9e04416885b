/** What a mail server or the library say when a mailbox cannot be read, in our words. */
import { outboundError } from '../../outbound/errors.ts';

/** Why a mailbox cannot be read, in one word and one sentence. */
export class MailboxProblem extends Error {
  override name = 'MailboxProblem';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const LONGEST_WORDS = 200;
const TIMEOUTS = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT', 'LockTimeout'];
const TOO_LARGE = ['LiteralTooLarge', 'LineTooLarge', 'ResponseTooLarge'];

/** What the library threw; what `work` throws by itself is not about the mailbox. */
export class ImapError extends Error {
  readonly reason: ImapReason;

  constructor(reason: ImapReason) {
    super(reason.message);
    this.reason = reason;
  }
}
type ImapReason = Error & {
  code?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
  responseStatus?: string;
  responseText?: string;
};

export function problemOf(error: ImapReason, password: string): MailboxProblem {
  const { code = '' } = error;
  const words = saidBy(error, password);
  if (error.authenticationFailed)
    return new MailboxProblem('sign_in_refused', `The server refused user or password${words}.`);
  if (TIMEOUTS.includes(code)) return new MailboxProblem('timeout', 'The server took too long to answer.');
  if (TOO_LARGE.includes(code)) return new MailboxProblem('too_big', 'The server sent more than was asked for.');
  if (error.responseStatus) return new MailboxProblem('refused', `The server refused to open the mailbox${words}.`);
  const { reason, message } = outboundError(error);
  if (error.tlsFailed || reason === 'tls')
    return new MailboxProblem('tls_refused', `There is no encrypted connection: ${message}`);
  if (reason === 'address') return new MailboxProblem('address_refused', message);
  if (['name', 'connect'].includes(reason) || /^(NoConnection|Closed|E)/.test(code))
    return new MailboxProblem('unreachable', `The server cannot be reached, or closed the connection: ${message}`);
  return new MailboxProblem('bad_response', `The server does not speak IMAP as it should: ${message}`);
}

/** In its own words, which may be anything. */
function saidBy({ responseText = '' }: ImapReason, password: string): string {
  const said = String(responseText)
    .replaceAll(password, '…')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
    .slice(0, LONGEST_WORDS)
    .toWellFormed();
  return said === '' ? '' : `: ${said.replace(/\.$/, '')}`;
}
