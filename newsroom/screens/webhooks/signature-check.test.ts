import { expect, it } from 'vitest';
import { signature } from '../../../src/core/signature.ts';
import { signatureIn, signaturesBy } from './signature-check.ts';

const url = ' https://Receiver.example/Hook ';
const body = '{"action":"publish","article":{"title":"Åland ÄNGAR"}}';
const request = { method: 'POST', action: 'publish', env: 'production', url, body };

it('finds the signature of the service, with any word in its headers and any letter case', async () => {
  for (const encoding of ['hex', 'base64'] as const) {
    const sent = signature(request, 'a secret', encoding);
    const headers = { 'X-Acme-Action': 'publish', 'x-acme-env': 'production', 'X-Acme-Signature': sent };
    const found = signatureIn({ url, body, headers });
    expect(found?.sent).toBe(sent);
    expect(await signaturesBy('a secret', found?.text ?? '')).toContain(sent);
    expect(await signaturesBy('another', found?.text ?? '')).not.toContain(sent);
  }
});

it('finds none in a request that was not sent', () => {
  expect(signatureIn({ url, body, headers: { 'content-type': 'application/json' } })).toBeNull();
});
