import type { IssueWords } from './words-en.ts';

/** The words of the issues in Finnish. */
export const issuesFi = {
  title: 'Numerot',
  create: 'Uusi numero',
  search: 'Hae numeroita',
  empty: 'Ei vielä numeroita',
  emptyHint: 'Numero on lehden painos: kansi ja artikkelit järjestyksessä.',
  number: (number: number) => `Nro ${number}`,
  published: 'Julkaistu',
  draft: 'Ei julkaistu',
  fields: {
    name: 'Nimi',
    number: 'Numero',
    numberHint: 'Seuraava, ellei toisin anneta.',
    url: 'Osoite',
    urlHint: 'Tehdään nimestä, ellei toisin anneta.',
    published: 'Julkaistu',
    publishedHint: 'Vain julkaistut numerot ovat tarjolla.',
    publishedAt: 'Julkaisuaika',
    cover: 'Kansikuva',
    color: 'Väri',
  },
} satisfies IssueWords;
