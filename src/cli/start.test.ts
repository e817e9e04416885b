import { expect, it } from 'vitest';
import { addressWarning, banner } from './start.ts';

const url = 'http://localhost:4000';

it('the first lines of a start name the next step while there is no site', () => {
  expect(banner({ url, siteId: null, demoToken: null, demoPeople: [], setupCode: null })).toMatch(
    /masthead site create .*\n.*masthead key create/,
  );
  expect(banner({ url, siteId: 1, demoToken: null, demoPeople: [], setupCode: null })).toBe(
    `Masthead is ready at ${url}\n  content API  ${url}/v1/sites/1\n  newsroom     ${url}/newsroom\n  reference    ${url}/docs`,
  );
});

it('the first lines of a start show the setup code while there is no person', () => {
  const shown = banner({ url, siteId: 1, demoToken: null, demoPeople: [], setupCode: 'AAAA-BBBB-CCCC' });
  expect(shown).toContain('  setup code   AAAA-BBBB-CCCC');
});

it('warns if PUBLIC_URL is missing where several processes may serve', () => {
  const settings = { publicUrl: null, role: 'all', serviceEnv: 'development' } as const;
  expect(addressWarning(settings)).toBe(null);
  expect(addressWarning({ ...settings, role: 'http' })).toContain('PUBLIC_URL is not set');
  expect(addressWarning({ ...settings, serviceEnv: 'production' })).toContain('PUBLIC_URL is not set');
  expect(addressWarning({ ...settings, serviceEnv: 'production', publicUrl: 'https://p.example' })).toBe(null);
});
