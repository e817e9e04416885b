/** Answers about tokens, hostile ones among them; and what the networks' pages are given. */
import { describe, expect, it } from 'vitest';
import { OAUTH, refusalOf, renewalTime, tokensIn } from '../core/intake/networks/oauth.ts';
import { consentUrl } from './oauth.ts';

const NOW = new Date('2026-03-01T10:00:00Z');

describe('an answer with a token', () => {
  it('has it, and what the network says about its end, in the words of each network', () => {
    const read = (fields: object) => tokensIn({ access_token: 'a', ...fields }, NOW);
    expect(read({})).toEqual({ access: 'a', refresh: null, until: null, refreshUntil: null, user: null });
    expect(read({ expires_in: 7_200, refresh_token: 'r' })).toMatchObject({
      ...{ refresh: 'r', until: new Date('2026-03-01T12:00:00Z') },
    });
    expect(read({ expires_in: '3600' })?.until).toEqual(new Date('2026-03-01T11:00:00Z'));
    expect(read({ refresh_token_expires_in: 60 })?.refreshUntil).toEqual(new Date('2026-03-01T10:01:00Z'));
    expect(read({ refresh_expires_in: 60, open_id: 'open-1' })).toMatchObject({ user: 'open-1' });
    expect(renewalTime(new Date('2026-03-01T12:00:00Z'), NOW)).toEqual(new Date('2026-03-01T11:36:00Z'));
  });

  it.each([
    null,
    [],
    'text',
    {},
    { access_token: '' },
    { access_token: 7 },
    { access_token: 'two words' },
    { access_token: 'a\r\nx-header: 1' },
    { access_token: 'a'.repeat(4_001) },
  ])('of another kind has none: %j', (body) => {
    expect(tokensIn(body, NOW)).toBeNull();
    expect(refusalOf(200, body)).toMatchObject({ code: 'bad_response', isDefinite: false });
  });

  it.each([-1, 0, Number.NaN, Number.POSITIVE_INFINITY, '1e9', {}, null])('has no end of %s', (expires_in) => {
    expect(tokensIn({ access_token: 'a', expires_in }, NOW)?.until).toBeNull();
  });

  it('has no user or refresh token that could be anything else', () => {
    const body = { access_token: 'a', refresh_token: 'x y', open_id: "'; drop", expires_in: 1e300 };
    expect(tokensIn(body, NOW)).toMatchObject({ refresh: null, user: null, until: new Date('2036-02-27T10:00:00Z') });
  });
});

describe('a refusal', () => {
  it.each([
    [400, { error: 'invalid_grant' }, 'token_invalid', true],
    [400, { error: 'invalid_request' }, 'token_invalid', false],
    [401, { error: 'invalid_client' }, 'forbidden', false],
    [400, { error: 'redirect_uri_mismatch' }, 'forbidden', false],
    [400, { error: 'temporarily_unavailable' }, 'network_unavailable', false],
    [429, { error: 'slow_down' }, 'rate_limited', false],
    [502, null, 'network_unavailable', false],
    [403, null, 'bad_response', false],
    [400, { error: { code: 190, error_subcode: 463 } }, 'token_expired', true],
    [400, { error: { code: 190, error_subcode: 460 } }, 'password_changed', true],
    [400, { error: { code: 190 } }, 'token_invalid', false],
  ])('%s %j is %s', (status, body, code, isDefinite) => {
    expect(refusalOf(status, body)).toMatchObject({ code, isDefinite });
  });

  it('repeats nothing that the network wrote', () => {
    for (const error of ['sim~refresh~x~ida_holm', { code: 190, message: 'sim~refresh~x~ida_holm' }])
      expect(JSON.stringify(refusalOf(400, { error, error_description: 'sim~refresh' }))).not.toContain('sim~');
  });
});

describe('the page of a network', () => {
  const consent = {
    ...{ client: { id: 'c & c', secret: 's' }, redirectUri: 'https://n.example/back?x=1' },
    ...{ state: 'st', verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' },
  };

  it.each(Object.keys(OAUTH) as (keyof typeof OAUTH)[])('of %s is given what it asks for', (network) => {
    const base = network === 'mastodon' ? 'https://social.example' : null;
    const url = new URL(consentUrl({ network, base }, consent));
    expect(url.protocol).toBe('https:');
    const given = Object.fromEntries(url.searchParams);
    expect(given).toMatchObject({ response_type: 'code', state: 'st', redirect_uri: consent.redirectUri });
    expect(given[network === 'tiktok' ? 'client_key' : 'client_id']).toBe('c & c');
    expect(url.href).not.toContain(consent.verifier);
    // RFC 7636, appendix B.
    const challenge = OAUTH[network]?.hasPkce ? 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' : undefined;
    expect(given.code_challenge).toBe(challenge);
  });
});
