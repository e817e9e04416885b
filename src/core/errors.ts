/** All errors that Masthead throws on purpose; only http/errors.ts and cli/program.ts interpret them. */

export interface Problem {
  path: string;
  message: string;
}

/** What was saved since the version that a request names. */
export interface LaterVersion {
  version: number;
}

/** The fields of an article that others saved since the version that a request names. */
export interface ArticleChange extends LaterVersion {
  changed_fields: string[] | null;
  changed_by: string;
  /** Null for the administrator, and for a person or key that is gone. */
  changed_by_name: string | null;
  changed_at: string;
}

/** The field whose value another item has. */
export interface TakenField {
  taken_field: string;
}

/** The field that a request must send: what the stored value names was deleted. */
export interface MissingField {
  missing_field: string;
}

/** The items that keep this one from being deleted. */
export interface UsedBy {
  used_by: { kind: 'article' | 'published_article' | 'section' | 'webhook' | 'source'; count: number };
}

/** Who looks at something that a request claims. */
export interface ClaimedBy {
  claimed_by: string;
  claimed_by_name: string | null;
}

export type ConflictFacts = LaterVersion | ArticleChange | TakenField | MissingField | UsedBy | ClaimedBy;

export interface ErrorDetails {
  parameter?: string;
  problems?: Problem[];
  allow?: string[];
  retryAfter?: number;
  /** For a 409: what programs need to know of it. */
  facts?: ConflictFacts;
  /** The session must be confirmed first. */
  needsConfirmation?: boolean;
}

/** A rejected request. `message` is one sentence that says what to do. */
export class RequestError extends Error {
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'RequestError';
    this.status = status;
    this.details = details;
  }
}

/** The process cannot start or a command cannot run. `exitCode` follows sysexits.h. */
export class StartError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}

export const badParameter = (parameter: string, message: string) => new RequestError(400, message, { parameter });
export const malformed = (message: string) => new RequestError(400, message);
export const unauthenticated = (message: string) => new RequestError(401, message);
export const forbidden = (message: string, details: ErrorDetails = {}) => new RequestError(403, message, details);
export const notFound = (message: string) => new RequestError(404, message);
export const methodNotAllowed = (allow: string[]) =>
  new RequestError(405, `This address supports only ${allow.join(', ')}.`, { allow });
export const tooSlow = (message: string) => new RequestError(408, message);
export const notAcceptable = (message: string) => new RequestError(406, message);
export const conflict = (message: string, facts?: ConflictFacts) =>
  new RequestError(409, message, facts ? { facts } : {});
export const gone = (message: string) => new RequestError(410, message);
export const tooLarge = (message: string) => new RequestError(413, message);
export const unsupportedMedia = (message: string) => new RequestError(415, message);
export const invalidBody = (problems: Problem[], message = 'The body is invalid; see `problems`.') =>
  new RequestError(422, message, { problems });
export const tooMany = (retryAfter: number) =>
  new RequestError(429, `Too many requests; try again in ${retryAfter} s.`, { retryAfter });
export const unavailable = (message: string, retryAfter = 2) => new RequestError(503, message, { retryAfter });
export const diskFull = () =>
  new RequestError(507, 'The disk is full: nothing was stored. Free some space, then try again.');
export const storageUnavailable = (reason: string) =>
  unavailable(`The storage of media is unavailable: ${reason}. Try again in a moment.`, 10);
export const fileTookTooLong = () => unavailable('The file took too long to process; try again in a moment.');
export const tookTooLong = () => unavailable('The database took too long; try again in a moment.');

export const EX_DATAERR = 65;
const EX_UNAVAILABLE = 69;
const EX_IOERR = 74;
const EX_TEMPFAIL = 75;
const EX_CONFIG = 78;

const FILE_ERRORS: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read: permission denied',
  EISDIR: 'is a folder, not a file',
};

/** `code` is an error code of Node's file functions. */
export const unreadableFile = (file: string, code = 'unknown error') =>
  dataTrouble(`${file} ${FILE_ERRORS[code] ?? `cannot be read (${code})`}.`);
export const badUsage = (message: string) => new StartError(message, 64);
export const dataTrouble = (message: string) => new StartError(message, EX_DATAERR);
export const databaseUnavailable = (message: string) => new StartError(message, EX_UNAVAILABLE);
export const diskFailure = (message: string) => new StartError(message, EX_IOERR);
export const alreadyInUse = (message: string) => new StartError(message, EX_TEMPFAIL);
export const badConfiguration = (message: string) => new StartError(message, EX_CONFIG);
