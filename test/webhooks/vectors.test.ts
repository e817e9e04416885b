/** Signatures that other languages agree with: the vectors of docs/webhook-vectors.json, and random notifications. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { notificationJson } from '../../src/core/notification.ts';
import { signature } from '../../src/core/signature.ts';
import type { SignedRequest } from '../../src/core/signed-text.ts';
import { verify } from '../../src/sdk/webhooks.ts';
import { interpreters, type Language, missing } from '../interpreters.ts';
import fc from '../property.ts';
import { seed, sized } from '../random.ts';

interface Vector extends SignedRequest {
  name?: string;
  secret: string;
  article?: unknown;
  hex: string;
  base64: string;
}

const vectors: Vector[] = JSON.parse(readFileSync(new URL('../../docs/webhook-vectors.json', import.meta.url), 'utf8'));
const SCRIPTS: [Language, string][] = [
  ['python', 'verify.py'],
  ['perl', 'verify.pl'],
  ['php', 'verify.php'],
  ['ruby', 'verify.rb'],
];
const RANDOM = sized(1_000, 10_000);

describe('the vectors', () => {
  it('are at least fifty, each with a unique name', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(50);
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
  });

  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    if (vector.article !== undefined) {
      expect(notificationJson({ action: vector.action, article: vector.article })).toBe(vector.body);
    }
    expect(signature(vector, vector.secret)).toBe(vector.hex);
    expect(signature(vector, vector.secret, 'base64')).toBe(vector.base64);
    for (const shown of [vector.hex, vector.base64]) expect(judged(vector, shown)).not.toBe('signature');
    expect(judged({ ...vector, body: `${vector.body}x` }, vector.hex)).toBe('signature');
  });
});

describe.for(SCRIPTS)('another language: %s', ([language, script]) => {
  const reason = missing(language);

  it('verifies every vector', ({ skip }) => {
    skip(reason !== null, reason ?? '');
    expect(verifiedBy(language, script, vectors)).toBe(`${vectors.length} verified\n`);
  });

  it(`verifies ${RANDOM} random notifications`, ({ skip }) => {
    skip(reason !== null, reason ?? '');
    const cases = fc.sample(notification, { numRuns: RANDOM, seed });
    expect(verifiedBy(language, script, cases), `SEED=${seed}`).toBe(`${RANDOM} verified\n`);
  });
});

/** Any text of any script in every field that editors write; addresses as receivers have them. */
const text = fc.string({
  unit: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...'ΣσςİıßẞÅÄÖåäöΩKØÆþÐŊ🐟 aA"\\') },
    { weight: 5, arbitrary: fc.constantFrom(...unicode()) },
  ),
  maxLength: 12,
});
const notification = fc
  .record({
    secret: fc.stringMatching(/^[\w+/=]{24,40}$/),
    method: fc.constant('POST'),
    action: fc.constantFrom('publish', 'update'),
    env: fc.constantFrom('development', 'sandbox', 'staging', 'production'),
    url: fc.constantFrom('https://a.example/Hook', ' http://b.example:81/X?y=Z ', 'https://c.example/Åäö'),
    article: fc.record({ id: fc.nat(), title: text, body: text, tags: fc.array(text, { maxLength: 2 }) }),
  })
  .map(({ article, ...request }) => {
    const signed = { ...request, body: notificationJson({ action: request.action, article }) };
    return { ...signed, hex: signature(signed, signed.secret), base64: signature(signed, signed.secret, 'base64') };
  });

/** Every letter of Unicode that has another case, and as many others. */
function unicode(): string[] {
  const points = Array.from({ length: 0x1_1000 * 2 }, (_, point) => point).filter(
    (point) => point < 0xd800 || point > 0xdfff,
  );
  return points
    .map((point) => String.fromCodePoint(point))
    .filter((letter, index) => letter.toLowerCase() !== letter || letter.toUpperCase() !== letter || index % 40 === 0);
}

function judged({ secret, url, method, action, env, body }: Vector, shown: string): string {
  const headers = { 'x-service-action': action, 'x-service-env': env, 'x-service-signature': shown };
  const verdict = verify({ method, headers, body }, { secret, url, env });
  return verdict.ok ? 'ok' : verdict.reason;
}

function verifiedBy(language: Language, script: string, cases: Vector[]): string {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const input = cases.map((one) => `${JSON.stringify(one)}\n`).join('');
  const { program } = interpreters[language];
  return spawnSync(program, [path], { input, encoding: 'utf8', maxBuffer: 1 << 26 }).stdout;
}
