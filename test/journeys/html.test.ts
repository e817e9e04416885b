/** What the sanitiser lets through, as a real browser reads it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../../src/core/html.ts';
import { PLAYERS } from '../../src/core/players.ts';
import { ATTACKS } from '../../src/core/testing/html-attacks.ts';
import { anyHtml } from '../../src/core/testing/html-strings.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import fc from '../property.ts';

/** Runs in the page: what is dangerous in it, and which of the texts reach out of their place. */
const FINDINGS = `(() => {
  const found = window.fired ?? [];
  for (const element of document.querySelectorAll('main *')) {
    const bad = element.namespaceURI !== 'http://www.w3.org/1999/xhtml' ||
      /^(script|style|link|meta|base|object|embed|form|input|button|select|textarea|template|noscript|title|svg|math)$/.test(element.localName);
    if (bad) found.push('element ' + element.localName);
    for (const { name } of element.attributes) if (/^on|^(srcdoc|formaction|action|xlink:href|background|ping)$/.test(name)) found.push(name);
    for (const name of ['href', 'src', 'poster', 'cite']) {
      const url = element[name];
      const isImage = element.localName === 'img' && /^data:image.(png|jpeg|gif|webp)[;,]/i.test(url);
      if (typeof url === 'string' && url !== '' && URL.canParse(url) && !isImage && !/^(https?|mailto|tel):/.test(url)) found.push(url);
    }
    if (element.localName === 'iframe') found.push('player ' + new URL(element.src).host);
  }
  const behind = [...document.querySelectorAll('main > p.behind')];
  const places = behind.filter((mark) => mark.previousElementSibling?.matches('div.place') && mark.childElementCount === 0);
  return { found, places: places.length, elements: document.querySelectorAll('main *').length };
})()`;
const ALERT = '<script>window.fired = []; window.alert = () => window.fired.push("script")</script>';
const page = (texts: string[]) =>
  `<!doctype html>${ALERT}<main>${texts.map((html) => `<div class="place">${html}</div><p class="behind">.</p>`).join('')}</main>`;

describe.skipIf(!hasBrowser)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  async function findings(texts: string[]) {
    const tab = await browser.newPage();
    await tab.route('**', (route) => {
      if (route.request().url() === 'https://reader.example/') {
        return route.fulfill({ contentType: 'text/html; charset=utf-8', body: page(texts) });
      }
      return route.abort();
    });
    await tab.goto('https://reader.example/', { waitUntil: 'load' });
    const { found, ...rest } = (await tab.evaluate(FINDINGS)) as { found: string[]; places: number; elements: number };
    await tab.close();
    const players = new Set(PLAYERS.map(([host]) => `player ${host}`));
    return { ...rest, dangers: found.filter((finding) => !players.has(finding)) };
  }

  it('attacks and random pieces of HTML do nothing once they are made safe, and stay in their place', async () => {
    const texts = [...ATTACKS, ...fc.sample(anyHtml, 500)].map((html) => sanitizeHtml(html).html);
    const { dangers, places, elements } = await findings(texts);
    expect([...new Set(dangers)]).toEqual([]);
    expect(places).toBe(texts.length);
    expect(elements).toBeGreaterThan(texts.length * 2);
  });

  it('attacks do something as they are, so that this test would see it', async () => {
    const { dangers } = await findings(ATTACKS.filter((html) => /onerror|javascript:|youtube&#x99;/.test(html)));
    expect(dangers).toContain('script');
    expect(dangers).toContain('player www.youtubetm.com');
    expect(dangers.some((finding) => finding.startsWith('javascript:'))).toBe(true);
  });
});
