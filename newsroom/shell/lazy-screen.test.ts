import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { lazyScreen } from './lazy-screen.tsx';

const figures = async () => ({ default: ({ name }: { name: string }) => createElement('p', null, name) });

it('waits for its script, and shows a screen at once whose script was loaded before', async () => {
  const Screen = lazyScreen(figures);
  const shown = () => renderToStaticMarkup(createElement(Screen, { name: 'Harbour' }));
  expect(shown()).toMatch(/class="waiting"/);
  Screen.preload();
  await new Promise(setImmediate);
  expect(shown()).toBe('<p>Harbour</p>');
});
