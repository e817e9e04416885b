import { describe, expect, it } from 'vitest';
import { diffHtml } from './html-diff.ts';

describe('the difference of two bodies', () => {
  it.each([
    ['a word', '<p>Fog at noon</p>', '<p>Fog at dawn</p>', '<p>Fog at <del>noon</del><ins>dawn</ins></p>'],
    ['nothing', '<p>Fog</p>', '<p>Fog</p>', '<p>Fog</p>'],
    ['a new paragraph', '<p>Fog</p>', '<p>Fog</p><p>And rain too</p>', '<p>Fog</p><p><ins>And rain too</ins></p>'],
    ['a paragraph that is gone', '<p>Fog</p><p>Rain</p>', '<p>Rain</p>', '<p><del>Fog</del></p><p>Rain</p>'],
    ['a mark', '<p>Thin ice</p>', '<p><strong>Thin</strong> ice</p>', '<p><strong>Thin</strong> ice</p>'],
    [
      'a picture whose text has a bracket',
      '<p>Sea</p>',
      '<p>Sea <img alt="a > b" src="/x.jpg"></p>',
      '<p>Sea <ins><img alt="a > b" src="/x.jpg"></ins></p>',
    ],
    ['everything', '', '<h2>New</h2>', '<h2><ins>New</ins></h2>'],
  ])('is %s', (_, before, after, shown) => {
    expect(diffHtml(before, after)).toBe(shown);
  });

  it('keeps the tags of the newer one balanced', () => {
    const shown = diffHtml('<ul><li>One</li><li>Two <em>b</em></li></ul>', '<ol><li>One <b>c</b></li></ol>');
    expect(shown.replace(/<\/?(?:ins|del)>/g, '').match(/<[^>]+>/g)).toEqual(
      '<ol><li><b></b></li></ol>'.match(/<[^>]+>/g),
    );
  });
});
