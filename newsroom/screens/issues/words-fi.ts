import type { IssueWords } from './words-en.ts';

/** The words of the issues in Finnish. */
export const issuesFi = {
  title: 'Numerot',
  create: 'Uusi numero',
  search: 'Hae numeroita',
  empty: 'Ei vielä numeroita',
  emptyHint: 'Numero on lehden julkaisukerta, jolla on kansi ja luettelo artikkeleista.',
  number: (number: number) => `Nro ${number}`,
  published: 'Julkaistu',
  draft: 'Ei julkaistu',
  fields: {
    name: 'Nimi',
    number: 'Numero',
    numberHint: 'Jätä tyhjäksi, niin käytetään seuraavaa numeroa.',
    url: 'Osoite',
    urlHint: 'Jätä tyhjäksi, niin osoite tehdään nimestä.',
    published: 'Julkaistu',
    publishedHint: 'Julkaistu numero näkyy heti, vaikka sen päivä olisi tulevaisuudessa.',
    publishedAt: 'Julkaisuaika',
    cover: 'Kansikuva',
    color: 'Väri',
  },
} satisfies IssueWords;
