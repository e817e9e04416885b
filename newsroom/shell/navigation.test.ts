import { expect, it } from 'vitest';
import { en } from '../i18n/en.ts';
import { DESTINATIONS } from './navigation.ts';

it('the menu has the screens that work, and no places of webhooks, keys, campaigns and moderation', () => {
  const screens = DESTINATIONS.map(({ address, label }) => [label(en), address(1)]);
  expect(screens.filter(([label = '']) => /webhook|key|campaign|moderat|inbox|source/i.test(label))).toEqual([]);
  expect(screens.map(([, address]) => address)).toEqual([
    ...['articles', 'calendar', 'pins', 'issues', 'containers', 'events', 'media'].map((name) => `/sites/1/${name}`),
    ...['pages', 'sections', 'categories', 'authors'].map((name) => `/sites/1/${name}`),
    ...['/people', '/sites/1/settings', '/audit'],
  ]);
});
