import type { CategoryWords } from './words-en.ts';

/** The words of the article categories in Finnish. */
export const categoriesFi = {
  title: 'Kategoriat',
  create: 'Uusi kategoria',
  search: 'Hae kategorioita',
  empty: 'Ei vielä kategorioita',
  emptyHint: 'Kategoria kertoo, mistä artikkeli on, kuten kulttuuri tai urheilu, osastosta riippumatta.',
  fields: {
    name: 'Nimi',
    url: 'Osoite',
    urlHint: 'Tehdään nimestä, ellei toisin anneta.',
    color: 'Väri',
  },
} satisfies CategoryWords;
