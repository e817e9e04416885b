import { plural } from '../../i18n/plural.ts';
import type { LeftTextWords } from './words-en.ts';

export const leftTextFi: LeftTextWords = {
  left: plural('fi', {
    one: '# artikkelin tekstiä on vain tällä laitteella. Avaa se, niin teksti tallentuu:',
    other: '# artikkelin tekstiä on vain tällä laitteella. Avaa ne, niin teksti tallentuu:',
  }),
  untitled: 'Nimetön artikkeli',
  signOut: {
    title: 'Kirjaudutaanko ulos, vaikka tekstiä on tallentamatta?',
    hint: plural('fi', {
      one: '# artikkelin tekstiä on vain tällä laitteella. Se jää tähän selaimeen: se tallentuu, kun kirjaudut täällä uudelleen ja avaat artikkelin.',
      other:
        '# artikkelin tekstiä on vain tällä laitteella. Se jää tähän selaimeen: se tallentuu, kun kirjaudut täällä uudelleen ja avaat artikkelit.',
    }),
    agree: 'Kirjaudu ulos',
    stay: 'Pysy kirjautuneena',
  },
};
