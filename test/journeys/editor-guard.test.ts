/** The guarantee of the editor in a real browser: newsroom/editor/guard.test.ts holds it with a parser of HTML in Node. */
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE, policyBody } from '../../newsroom/editor/testing/bodies.ts';
import type { Finding } from '../../newsroom/editor/testing/judge.ts';
import { sanitizeHtml } from '../../src/core/html.ts';
import { articles } from '../../src/demo/articles/all.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import fc from '../property.ts';
import { sized } from '../random.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Opens each body, adds a letter to each block, and writes it again. */
const ENTRY = `
import { judge } from './newsroom/editor/testing/judge.ts';
import { parseInPage } from './newsroom/editor/parse.ts';
globalThis.judgeAll = (bodies) => bodies.map((body) => judge(body, parseInPage));
`;

describe.skipIf(!hasBrowser)('in a browser', () => {
  let browser: Browser;
  let script = '';
  beforeAll(async () => {
    browser = await launchBrowser();
    const { outputFiles } = await build({
      stdin: { contents: ENTRY, resolveDir: ROOT, loader: 'ts' },
      bundle: true,
      write: false,
      format: 'iife',
      target: 'es2022',
    });
    script = outputFiles[0]?.text ?? '';
  });
  afterAll(() => browser?.close());

  it('opening and saving changes only what was edited', async () => {
    const demo = articles.map(({ body }) => sanitizeHtml(body).html);
    const bodies = [...demo, ...HOSTILE, ...fc.sample(policyBody, sized(150, 1_000))];
    const page = await browser.newPage();
    await page.route('**', (route) => route.abort());
    await page.addScriptTag({ content: script });
    const judged = (await page.evaluate(`judgeAll(${JSON.stringify(bodies)})`)) as {
      findings: Finding[];
      kept: number;
      blocks: number;
    }[];
    expect(judged).toHaveLength(bodies.length);
    expect(judged.flatMap(({ findings }) => findings)).toEqual([]);
    expect(judged.reduce((sum, { kept }) => sum + kept, 0)).toBeGreaterThan(100);
    expect(judged.slice(0, demo.length).reduce((sum, { kept }) => sum + kept, 0)).toBeLessThan(demo.length);
    await page.close();
  });
});
