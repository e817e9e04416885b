import { expect, it } from 'vitest';
import { en } from '../i18n/en.ts';
import { DESTINATIONS } from './navigation.ts';

it('the menu has the screens that work', () => {
  const screens = DESTINATIONS.map(({ address, label }) => [label(en), address(1)]);
  expect(screens.map(([, address]) => address)).toEqual([
    ...['articles', 'inbox', 'calendar', 'pins', 'issues', 'containers', 'events', 'media'].map(
      (name) => `/sites/1/${name}`,
    ),
    ...['sources', 'pages', 'sections', 'categories', 'authors', 'campaigns', 'webhooks'].map(
      (name) => `/sites/1/${name}`,
    ),
    ...['/people', '/keys', '/sites/1/settings', '/operations', '/audit'],
  ]);
});
