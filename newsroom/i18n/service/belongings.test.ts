import { expect, it } from 'vitest';
import { serviceEn } from './words-en.ts';
import { serviceFi } from './words-fi.ts';

const USED = '1 API key(s), 2 webhook(s), 1 source(s), 3 network account(s)';

it('names what of a site is in the way, in each language', () => {
  expect(serviceEn.demoUsed(USED)).toContain('1 API key, 2 receivers of webhooks, 1 source, 3 network accounts');
  expect(serviceFi.demoUsed(USED)).toContain('1 API-avain, 2 webhookien vastaanottajaa, 1 lähde, 3 verkostojen tiliä');
});

it('leaves what it does not know as it is', () => {
  expect(serviceEn.demoUsed('1 API key(s), 2 gull(s)')).toContain('1 API key, 2 gull(s)');
});
