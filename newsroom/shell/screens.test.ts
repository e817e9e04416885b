import { expect, it } from 'vitest';
import { article, articleList, NOUNS, OTHERS, screensOf, settings } from './screens.ts';

it.each([
  ['/newsroom', [articleList]],
  ['/newsroom/', [articleList]],
  ['/newsroom/sites/1/articles', [articleList]],
  ['/newsroom/sites/1/articles/6f1', [article]],
  ['/newsroom/sites/1/settings', [settings]],
  ['/newsroom/sites/12/inbox/6f1', [NOUNS.inbox]],
  ['/newsroom/sites/1/campaigns', [NOUNS.campaigns]],
  ['/newsroom/sites/1/campaigns/new', [NOUNS.campaigns]],
  ['/newsroom/profile', [OTHERS.profile]],
  ['/newsroom/people/new', [OTHERS.people]],
  ['/newsroom/new-site', [OTHERS['new-site']]],
  ['/newsroom/inbox', []],
  ['/newsroom/sites/1/profile', []],
  ['/newsroom/sites/1/constructor', []],
  ['/newsroom/invitations/secret', []],
])('%s loads its screen', (path, screens) => {
  expect(screensOf(path)).toEqual(screens);
});

it('loads the figures of a campaign with the screens of campaigns', () => {
  expect(screensOf('/newsroom/sites/1/campaigns/7')).toHaveLength(2);
  expect(screensOf('/newsroom/sites/1/campaigns/7')[0]).toBe(NOUNS.campaigns);
});
