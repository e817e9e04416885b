import type { CategoryWords } from './words-en.ts';

/** The words of the article categories in Finnish. */
export const categoriesFi = {
  title: 'Kategoriat',
  create: 'Uusi kategoria',
  search: 'Hae kategorioita',
  empty: 'Ei vielä kategorioita',
  emptyHint: 'Kategoria kertoo, mitä artikkeli käsittelee, kuten kulttuuria tai urheilua, osastosta riippumatta.',
  fields: {
    name: 'Nimi',
    url: 'Osoite',
    urlHint: 'Jätä tyhjäksi, niin osoite tehdään nimestä.',
    color: 'Väri',
  },
} satisfies CategoryWords;
