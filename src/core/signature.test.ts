import { expect, test } from 'vitest';
import { signature, standardSignature } from './signature.ts';
import { textToSign } from './signed-text.ts';

const request = {
  method: 'POST',
  action: 'publish',
  env: 'production',
  url: ' https://Receiver.example/Hook ',
  body: '{"action":"publish","article":{"title":"Åland ÄNGAR"}}',
};

test('the text to sign is lower case throughout and keeps the whitespace of the address', () => {
  expect(textToSign(request)).toBe(
    'post|publish|production| https://receiver.example/hook |{"action":"publish","article":{"title":"åland ängar"}}',
  );
});

test('the signature is the HMAC of that text, in hex or in base64', () => {
  // printf '%s' "$text" | openssl dgst -sha256 -hmac secret
  const hex = '9bb4b6eece9bcd5c6a11a79f9a360c8b89df712efd0864a944115b80023f49a3';
  expect(signature(request, 'secret')).toBe(hex);
  expect(signature(request, 'secret', 'base64')).toBe(Buffer.from(hex, 'hex').toString('base64'));
});

test('the signature of Standard Webhooks is that of its published example', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' };
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const signed = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  expect(standardSignature(message, [secret])).toBe(signed);
  expect(standardSignature(message, ['plain', secret])).toMatch(
    new RegExp(`^v1,[^ ]+ ${signed.replaceAll('+', '\\+')}$`),
  );
});
