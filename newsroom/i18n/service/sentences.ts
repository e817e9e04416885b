/**
 * What the newsroom says for an answer of the service that is an error. The service has English sentences for developers; here each of
 * those that people can meet has its own words. `test/newsroom-sentences.test.ts` compares them with real answers.
 */
import { MastheadError } from '../../../src/sdk/client.ts';
import type { ServiceWords } from './words-en.ts';

/** Errors of the service in the words of the newsroom, in the person's language. */
export interface Said {
  /** About the whole. */
  error(error: Error): string;
  /** About a field. */
  problem(message: string): string;
}

type Key = keyof ServiceWords;

/** Groups of a pattern are what the words are about. The first that matches counts. */
const SENTENCES: readonly (readonly [RegExp, Key])[] = [
  [/^is needed again for another server or user/, 'passwordAgain'],
  [/^is needed again for another server/, 'tokenAgain'],
  [/^(is missing|is required|is needed)/, 'missing'],
  [/^must not be blank$/, 'blank'],
  [/^must be one line/, 'oneLine'],
  [/^must not have (?:more|fewer) than (\d+) characters/, 'tooLong'],
  [/^must not be longer than (\d+) characters/, 'tooLong'],
  [/^must not have more than (\d+) items/, 'tooMany'],
  [/^must be >= (-?[\d.]+)/, 'atLeast'],
  [/^must be <= (-?[\d.]+)/, 'atMost'],
  [/^must be an integer$/, 'wholeNumber'],
  [/^must be a number$/, 'number'],
  [/(invalid|control) characters$/, 'characters'],
  [/^must be one of /, 'choice'],
  [/^must be a date/, 'date'],
  [/within the years 1 to 9999/, 'years'],
  [/^must be a time zone/, 'timeZone'],
  [/^must be an address without user/, 'siteAddress'],
  [/^must be an address that has \{token\}/, 'previewAddress'],
  [/^must be a web address, an e-mail address or a name/, 'contact'],
  [/^must be (a web|an http or https) address/, 'webAddress'],
  [/^may \w+ letters, digits and/, 'slug'],
  [/^must be a colour/, 'color'],
  [/^must be an origin such/, 'origin'],
  [/^must be a time from 00:00/, 'clock'],
  [/^must be a host such/, 'host'],
  [/^is no server of the network/, 'noServer'],
  [/^The operator has not set (.+), which this network needs/, 'notSetUp'],
  [/^must be (tls or starttls|another mailbox)/, 'choice'],
  [/^is not for \w+, which has|^must be (one word$|the (number of an org|id of a ch|name or the id))/, 'target'],
  [/^must be null: the network|whose \w+ name none$/, 'noLanguages'],
  [/; X takes (\d+)$/, 'longQuery'],
  [/^must be a language of|^must be a language such as fi$/, 'language'],
  [/^must be a language/, 'locale'],
  [/^must not be smaller than min_/, 'mostBelowLeast'],
  [/^must be an e-mail address or a domain/, 'mailSender'],
  [/^must be an e-mail address/, 'email'],
  [/^must be ASCII characters/, 'ascii'],
  [/^must be words of letters and digits/, 'searchWords'],
  [/^must be a country code/, 'country'],
  [/^must be a latitude/, 'latitude'],
  [/^must be a longitude/, 'longitude'],
  [/^(must be in the future|is in the past)/, 'past'],
  [/^must not be before start_date/, 'endBeforeStart'],
  [/^and lastname must not both be blank/, 'noName'],
  [/^names no section/, 'noSection'],
  [/^names no article category/, 'noCategory'],
  [/^names no author/, 'noAuthor'],
  [/^names no article/, 'noArticle'],
  [/, which article \d+ is not$/, 'otherType'],
  [/^does not allow these articles/, 'shutOut'],
  [/^names a site twice/, 'siteTwice'],
  [/^names a site that does not exist/, 'noSite'],
  [/^cannot be fetched/, 'notFetched'],
  [/^must have (\d+) characters or more/, 'passwordShort'],
  [/^must have more different characters/, 'passwordSame'],
  [/^must not be a sequence/, 'passwordSequence'],
  [/^is on the list of common passwords/, 'passwordCommon'],
  [/^must not be a name or an e-mail address/, 'passwordName'],
  [/^There is a person with this e-mail address already/, 'emailTaken'],
  [/^There is an? .* already(: |\.|, )|served at this address/, 'taken'],
  [/changed since you read (it|them)/, 'stale'],
  [/^This media item is used/, 'mediaUsed'],
  [/is used by \d+/, 'used'],
  [/^This article is not published/, 'notPublished'],
  [/^This article is published;/, 'isPublished'],
  [/^The section of this article/, 'sectionDeleted'],
  [/only editors change it now|^Only editors|^Authors cannot/, 'onlyEditors'],
  [/leave no owner of all sites/, 'lastOwner'],
  [/^This is your last credential/, 'lastCredential'],
  [/^This identity is linked already/, 'linked'],
  [/^The e-mail address or the password is wrong/, 'wrongPassword'],
  [/^This passkey cannot sign in/, 'wrongPasskey'],
  [/^The passkey was not added/, 'passkeyFailed'],
  [/^There is a person with this address:/, 'knownAddress'],
  [/^Passwords are switched off/, 'passwordsOff'],
  [/^The setup code is wrong/, 'setupCode'],
  [/^Setup is done/, 'setupDone'],
  [/^This invitation (was used|is no longer)/, 'invitation'],
  [/^This link (was used|is no longer)/, 'resetLink'],
  [/^You can give roles only/, 'ownSites'],
  [/has roles on sites that you do not own/, 'otherSites'],
  [/^The provider of your sign-in/, 'provider'],
  [/^The provider did not confirm/, 'notConfirmed'],
  [/^You can change and delete only media/, 'ownMedia'],
  [/^Send JPEG|is not a supported file|upload it as a new item/, 'fileType'],
  [/^The file cannot be read/, 'fileDamaged'],
  [/^The picture cannot be processed|takes too much time or memory/, 'fileCostly'],
  [/of the library already/, 'fileKnown'],
  [/too large.* at most (\d+ \S+?)( are accepted)?\.$/, 'tooLarge'],
  [/^A person has at most (\d+) saved views/, 'manyViews'],
  [/^The demo site has (.*), which/, 'demoUsed'],
  [/^This site has .*; delete those first/, 'siteFull'],
  [/^This session has ended/, 'sessionEnded'],
  [/^(Too many|Many) (files|pictures)|^Pictures cannot be|^The (file|picture) (could not|took)/, 'busy'],
];

const BY_STATUS: Record<number, Key> = {
  ...{ 0: 'noAnswer', 401: 'signedOut', 403: 'forbidden', 404: 'gone', 409: 'conflict', 410: 'gone', 429: 'limited' },
  ...{ 500: 'failed', 502: 'unavailable', 503: 'unavailable', 504: 'unavailable', 507: 'full' },
};

/** The words for what the service says about a field or a request; null for what it does not know. */
export function wordsFor(message: string, words: ServiceWords): string | null {
  for (const [pattern, key] of SENTENCES) {
    const found = pattern.exec(message);
    if (found) return words[key](...found.slice(1));
  }
  return null;
}

/** About one field. */
export function problemSentence(message: string, words: ServiceWords): string {
  return wordsFor(message, words) ?? words.refused(asSentence(message));
}

/** About the whole request. */
export function errorSentence(error: Error, words: ServiceWords): string {
  // Of the page itself, in the person's language.
  if (!(error instanceof MastheadError)) return error.message;
  const known = error.status === 0 ? null : wordsFor(error.message, words);
  const [problem] = error.problems;
  if (known !== null) return known;
  if (problem) return problemSentence(problem.message, words);
  const key = BY_STATUS[error.status];
  return key ? words[key]() : words.refused(asSentence(error.message));
}

/** `must be shorter` → `Must be shorter.` */
function asSentence(text: string): string {
  return text === '' ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/([^.!?…])$/, '$1.');
}
