/**
 * Why a signature does not match. The usual mistakes are tried one by one and two at a time: another address, whitespace,
 * a body that was parsed and written again, the environment of another installation, an old secret.
 */

import { createHmac } from 'node:crypto';
import { notificationJson } from '../../core/notification.ts';
import { type SignedRequest, textToSign } from '../../core/signed-text.ts';
import { headersOf, optionsFault, type Received, textOf, type VerifyOptions } from './verify.ts';

export interface Unexplained extends Received {
  /** The value that your own code computed, if you have it: it helps to find the mistake. */
  computed?: string;
}

export interface Explanation {
  /** Whether a receiver with these options accepts the request. */
  matches: boolean;
  /** One sentence for each difference, in the request or in your code; empty if none was found. */
  causes: string[];
  /** The text that was signed, as far as the first 500 characters. */
  text: string;
}

interface Variant<Value> {
  value: Value;
  /** Null for the given value. */
  cause: string | null;
}

export function explain(received: Unexplained, options: VerifyOptions): Explanation {
  const sent = headersOf(received, options.wireWord);
  const body = textOf(received.body) ?? Buffer.from(received.body as Uint8Array).toString('latin1');
  const request = { method: received.method ?? 'POST', action: sent.action, env: sent.env, url: options.url, body };
  const shown = sent.signature ?? '';
  const text = textToSign(request).slice(0, 500);
  const fault = optionsFault(options);
  if (fault !== null) return { matches: false, causes: [fault], text };
  const missing = missingHeaders(sent, options.wireWord);
  if (missing.length > 0) return { matches: false, causes: missing, text };
  const secrets = [options.secret].flat();
  const found = search(request, shown, secrets);
  const causes = found?.length === 0 ? environmentCause(sent.env, options) : (found ?? []);
  const matches = found?.length === 0 && causes.length === 0;
  const own = received.computed === undefined ? [] : computedCauses(request, received.computed, secrets);
  return { matches, causes: [...causes, ...own], text };
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function missingHeaders({ action, env, signature: shown }: ReturnType<typeof headersOf>, word = 'service'): string[] {
  return Object.entries({ Action: action, Env: env, Signature: shown ?? '' })
    .filter(([, value]) => value === '')
    .map(
      ([name]) =>
        `The header X-${capitalized(word)}-${name} is missing: a proxy may have dropped it, or this is not one of our requests.`,
    );
}

function environmentCause(env: string, { env: accepted = 'production' }: VerifyOptions): string[] {
  const all = [accepted].flat();
  return all.includes(env)
    ? []
    : [`The signature matches, but the environment is “${env}”, and only ${all.join(', ')} is accepted.`];
}

/** The smallest set of deviations, at most two, that makes the signature match. Null if there is none. */
function search(request: SignedRequest, shown: string, secrets: readonly string[]): string[] | null {
  const parts = [
    urlVariants(request.url).map(({ value, cause }) => ({ cause, value: { url: value } })),
    bodyVariants(request.body).map(({ value, cause }) => ({ cause, value: { body: value } })),
    otherVariants(request),
  ];
  const candidates: Variant<Partial<SignedRequest>>[][] = [[], ...parts.flat().map((one) => [one])];
  for (const [index, some] of parts.entries()) {
    for (const others of parts.slice(index + 1)) {
      for (const one of some) for (const other of others) candidates.push([one, other]);
    }
  }
  for (const chosen of candidates) {
    const tried = Object.assign({}, request, ...chosen.map(({ value }) => value));
    for (const { value: secret, cause } of secretVariants(secrets)) {
      if (!matches(tried, secret, shown)) continue;
      return [...chosen.map((variant) => variant.cause), cause].filter((one) => one !== null);
    }
  }
  return null;
}

function matches(request: SignedRequest, secret: string | Buffer, shown: string): boolean {
  const digest = createHmac('sha256', secret).update(textToSign(request), 'utf8').digest();
  return digest.toString('hex') === shown.trim().toLowerCase() || digest.toString('base64') === shown.trim();
}

function urlVariants(url: string): Variant<string>[] {
  const bare = url.trim();
  const shapes = [
    [bare, null],
    [bare.replace(/\/$/, ''), 'The registered address has no slash at its end.'],
    [`${bare.replace(/\/$/, '')}/`, 'The registered address ends in a slash.'],
    [
      bare.replace(/^https:/i, 'http:'),
      'The registered address begins with http:, not https: (a proxy that ends TLS?).',
    ],
    [
      bare.replace(/^http:/i, 'https:'),
      'The registered address begins with https:, not http: (a proxy that ends TLS?).',
    ],
    [bare.replace(/[?#].*$/s, ''), 'The registered address has no query.'],
    [bare.replace(/^(https?:\/\/[^/:]+):\d+/i, '$1'), 'The registered address names no port.'],
    [bare.replace(/^(https?:\/\/)www\./i, '$1'), 'The registered address is without “www.”.'],
  ] as const;
  const variants = shapes.flatMap(([shape, cause]) =>
    [
      [shape, 'The registered address has no whitespace around it; the one given here has.'] as const,
      [` ${shape}`, 'The registered address begins with a space.'] as const,
      [`${shape} `, 'The registered address ends in a space.'] as const,
      [`${shape}\n`, 'The registered address ends in a line break.'] as const,
    ].map(([value, blank]) => [value, isSameBlank(value, url) ? (cause ?? blank) : joined(cause, blank)] as const),
  );
  return distinct(variants, url.toLowerCase(), (value) => value.toLowerCase());
}

function isSameBlank(one: string, other: string): boolean {
  const blanks = (text: string) => text.replace(/\S.*\S|\S/s, '|');
  return blanks(one) === blanks(other);
}

function joined(cause: string | null, further: string): string {
  return cause === null ? further : `${cause} ${further}`;
}

function bodyVariants(body: string): Variant<string>[] {
  const rewritten = 'The body was parsed and serialised again; the signature covers the raw bytes.';
  const variants: (readonly [string, string])[] = [
    [body.replace(/\r?\n$/, ''), 'A line break was added to the end of the body.'],
    [body.replace(/^\uFEFF/, ''), 'A byte order mark was put before the body.'],
    [Buffer.from(body, 'latin1').toString('utf8'), 'The body was read as Latin-1 instead of UTF-8.'],
  ];
  try {
    variants.push([notificationJson(JSON.parse(body)), rewritten]);
  } catch {
    // A body that is not JSON was not written again by a JSON library.
  }
  return distinct(variants, body, (value) => value);
}

function otherVariants({ method, action, env }: SignedRequest): Variant<Partial<SignedRequest>>[] {
  const envs = ['development', 'sandbox', 'staging', 'production'].filter((one) => one !== env);
  const actions = ['publish', 'update', 'unpublish'].filter((one) => one !== action);
  return [
    ...envs.map((value) => ({
      value: { env: value },
      cause: `It was sent with the environment “${value}”; the header says “${env}”.`,
    })),
    ...actions.map((value) => ({
      value: { action: value },
      cause: `It was sent with the action “${value}”; the header says “${action}”.`,
    })),
    ...(method === 'POST' ? [] : [{ value: { method: 'POST' }, cause: `It was sent by POST; here it is ${method}.` }]),
  ];
}

function secretVariants(secrets: readonly string[]): Variant<string | Buffer>[] {
  return secrets.flatMap((secret, index) => [
    {
      value: secret,
      cause:
        index === 0
          ? null
          : `It is signed with secret number ${index + 1}: the first one is not in use yet, or no longer.`,
    },
    { value: secret.trim(), cause: 'The secret was copied with whitespace around it.' },
    { value: secret.replace(/^whsec_/, ''), cause: 'The secret is used without “whsec_”.' },
    { value: `whsec_${secret}`, cause: 'The secret lacks its beginning, “whsec_”.' },
    {
      value: decoded(secret),
      cause: 'The key is the decoded secret; it should be its text.',
    },
  ]);
}

/** Which mistake of the receiver's own code gives the value that it computed. */
function computedCauses(request: SignedRequest, computed: string, secrets: readonly string[]): string[] {
  const isComputed = (text: string, keyOf: (secret: string) => string | Buffer = (secret) => secret) =>
    secrets.some(
      (secret) => createHmac('sha256', keyOf(secret)).update(text).digest('hex') === computed.trim().toLowerCase(),
    );
  const right = textToSign(request);
  if (isComputed(right)) return [];
  if (isComputed(right, decoded)) return ['Your code decodes the secret; the key is its text.'];
  const causes = mistakes(request)
    .filter(([text]) => isComputed(text))
    .map(([, cause]) => cause);
  return causes.length > 0
    ? causes
    : ['Your code computed another value; no common mistake with this secret produces it.'];
}

function decoded(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

function mistakes(request: SignedRequest): [text: string, cause: string][] {
  const { method, action, env, url, body } = request;
  const plain = `${method}|${action}|${env}|${url}|${body}`;
  return [
    [plain, 'Your code does not convert the text to lower case.'],
    [plain.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()), 'Your code lower-cases ASCII letters only.'],
    [body, 'Your code signs the body alone.'],
    [textToSign({ ...request, url: url.trim() }), 'Your code trims the address.'],
    [
      textToSign({ ...request, url: url.trim().replace(/^https?:\/\/[^/]*/i, '') }),
      'Your code signs the path, not the whole address.',
    ],
    [textToSign({ ...request, method: '' }), 'Your code omits the method.'],
    [textToSign({ ...request, body: writtenAgain(body) }), 'Your code parses the body and serialises it again.'],
  ];
}

function writtenAgain(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}

function distinct(
  variants: readonly (readonly [string, string])[],
  given: string,
  form: (value: string) => string,
): Variant<string>[] {
  const seen = new Set([form(given)]);
  return variants.flatMap(([value, cause]) => {
    if (seen.has(form(value))) return [];
    seen.add(form(value));
    return [{ value, cause }];
  });
}
