/** Which addresses a browser asks for when a preview is shown. */
import { expect, it } from 'vitest';
import { previewHtml } from './kept-preview.ts';
import { parseSmall } from './testing/small-dom.ts';

const OWN = '/files/sites/1/seal.png';
const isOwn = (address: string) => address.startsWith('/files/');
const shown = (html: string) => previewHtml(parseSmall(html), isOwn);

it('leaves out every address that is not to be loaded, in every attribute that browsers load', () => {
  const far = 'https://tracker.example/x.png';
  for (const html of [
    `<img src="${far}">`,
    `<img srcset="${OWN} 1x, ${far} 2x">`,
    `<video poster="${far}" src="${far}"></video>`,
    `<audio src="${far}"></audio>`,
    `<video><source src="${far}"><track src="${far}"></video>`,
    `<picture><source srcset="${far} 2x"><img src="//tracker.example/x.png"></picture>`,
  ]) {
    expect(shown(html), html).not.toContain('tracker.example');
    expect(previewHtml(parseSmall(html)), html).toContain('tracker.example');
  }
});

it('shows files of the service', () => {
  expect(shown(`<img src="${OWN}" alt="A seal">`)).toBe(`<img src="${OWN}" alt="A seal">`);
  expect(shown(`<img srcset="${OWN} 1x, ${OWN} 2x">`)).toContain(OWN);
});
