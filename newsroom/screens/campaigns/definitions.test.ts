import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { definitions } from '../../../src/contract/definitions.ts';
import { definedIn } from './definitions.ts';
import { definitionsFi } from './definitions-fi.ts';

/** Of the English texts that were translated. If this fails, translate what has changed, and then change it here. */
const ENGLISH = '48a073b41d24a342';

it('has each definition in Finnish, and no other', () => {
  expect(Object.keys(definitionsFi).toSorted()).toEqual(definitions.map(({ figure }) => figure).toSorted());
  for (const [figure, text] of Object.entries(definitionsFi)) expect(text, figure).toMatch(/^\p{Lu}.+\.$/u);
});

it('has translated the texts as they are now', () => {
  const english = definitions.map(({ figure, definition }) => `${figure} ${definition}`).join('\n');
  expect(createHash('sha256').update(english).digest('hex').slice(0, 16)).toBe(ENGLISH);
});

it('shows those of the service in English, and a figure that it cannot translate too', () => {
  const served = [...definitions, { figure: 'new_figure', definition: 'Something new.' }];
  expect(definedIn('en', served).get('posts')).toEqual({
    text: 'Posts that were published in the period, on one network.',
    lang: 'en',
  });
  const finnish = definedIn('fi', served);
  expect(finnish.get('posts')).toEqual({
    text: 'Yhden verkoston julkaisut, jotka on julkaistu valitulla jaksolla.',
    lang: 'fi',
  });
  expect(finnish.get('new_figure')).toEqual({ text: 'Something new.', lang: 'en' });
});
