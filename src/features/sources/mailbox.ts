/** The mailbox of an e-mail source that fetches its messages (IMAP): its settings, its password, and why they are refused. */
import type { Static } from 'typebox';
import type { EmailSettings as EmailSchema } from '../../contract/source-settings.ts';
import { receiverOf } from '../../core/addresses.ts';
import { invalidBody, type Problem } from '../../core/errors.ts';
import type { EmailSettings, MailboxSettings, SourceRow } from './queries.ts';

export type GivenEmail = Static<typeof EmailSchema>;

export interface SourceTools {
  allowPrivate: boolean;
  secrets: { seal(text: string): Buffer };
}

export const MAILBOX_INTERVAL_S = 120;
const PORTS = { tls: 993, starttls: 143, none: 143 };
const OF_MAILBOXES = [
  'server',
  'port',
  'security',
  'user',
  'password',
  'mailbox',
  'after',
  'move_to',
  'trusted_server',
] as const;
/** Whoever changes one of these names the password again: it must not be sent to another server. */
const OF_PASSWORD = ['server', 'port', 'security', 'user'] as const;

/** An e-mail source with a mailbox. */
export type MailboxRow = SourceRow & { settings: { email: EmailSettings & MailboxSettings } };
export const isMailbox = (source: SourceRow): source is MailboxRow =>
  source.kind === 'email' && source.settings.email?.way === 'imap';

/** The settings as they are stored: complete, and without the password. */
export function storedEmail({ password: _, ...given }: GivenEmail): EmailSettings {
  const { way, allow, unlisted, ...place } = given;
  if (way === 'smtp') return { way, allow, unlisted };
  const security = place.security ?? 'tls';
  return {
    ...{ way, allow, unlisted, security, server: place.server?.toLowerCase() ?? '', user: place.user ?? '' },
    ...{ port: place.port ?? PORTS[security], mailbox: place.mailbox ?? 'INBOX', after: place.after ?? 'keep' },
    ...{ move_to: place.move_to ?? 'Masthead', trusted_server: place.trusted_server ?? null },
  };
}

export function refuseEmail(
  given: GivenEmail,
  { stored, hasPassword, allowPrivate }: { stored: EmailSettings | null; hasPassword: boolean; allowPrivate: boolean },
): void {
  const problems =
    stored && stored.way !== given.way
      ? [problem('way', 'cannot be changed')]
      : given.way === 'smtp'
        ? OF_MAILBOXES.filter((name) => given[name] !== undefined).map((name) => problem(name, 'is for the way imap'))
        : mailboxProblems(given, stored, hasPassword, allowPrivate);
  if (problems.length > 0) throw invalidBody(problems);
}

const problem = (name: string, message: string): Problem => ({ path: `/email/${name}`, message });

function mailboxProblems(
  given: GivenEmail,
  stored: EmailSettings | null,
  hasPassword: boolean,
  allowPrivate: boolean,
): Problem[] {
  const missing = (['server', 'user'] as const).filter((name) => given[name] === undefined);
  if (missing.length > 0) return missing.map((name) => problem(name, 'is needed for imap'));
  const email = storedEmail(given);
  const receiver = receiverOf(`https://${email.server}:${email.port}/`, allowPrivate);
  const isElsewhere = stored !== null && OF_PASSWORD.some((name) => email[name] !== stored[name]);
  return [
    ...(typeof receiver === 'string' ? [problem('server', receiver)] : []),
    ...(email.security === 'none' && !allowPrivate ? [problem('security', 'must be tls or starttls')] : []),
    ...(email.after === 'move' && email.move_to === email.mailbox
      ? [problem('move_to', 'must be another mailbox')]
      : []),
    ...(given.password === undefined && !hasPassword ? [problem('password', 'is needed for imap')] : []),
    ...(given.password === undefined && hasPassword && isElsewhere
      ? [problem('password', 'is needed again for another server or user')]
      : []),
  ];
}

/** Its messages are read from the start: those that were taken are known. */
export const isOtherMailbox = (given: EmailSettings, stored: EmailSettings | null): boolean =>
  (['server', 'user', 'mailbox'] as const).some((name) => given[name] !== stored?.[name]);
