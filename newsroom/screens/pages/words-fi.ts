import type { PageWords } from './words-en.ts';

/** The words of the pages in Finnish. */
export const pagesFi = {
  title: 'Sivut',
  create: 'Uusi sivu',
  search: 'Hae sivuja',
  empty: 'Ei vielä sivuja',
  emptyHint: 'Sivut ovat pysyviä tekstejä, kuten ”Tietoa meistä” tai ”Yhteystiedot”.',
  visibility: { private: 'Yksityinen', public: 'Julkinen', unlisted: 'Listaamaton' },
  inMenu: 'Valikoissa',
  fields: {
    name: 'Otsikko',
    body: 'Sivun teksti',
    visibility: 'Näkyvyys',
    visibilities: {
      private: 'Yksityinen: lukijat eivät näe sitä',
      public: 'Julkinen: kaikki lukijat löytävät sen',
      unlisted: 'Listaamaton: lukijoille, jotka tietävät osoitteen',
    },
    showInMenu: 'Näytä valikoissa',
    menuName: 'Nimi valikoissa',
    menuNameHint: 'Jätä tyhjäksi, niin käytetään otsikkoa.',
    url: 'Osoite',
    urlHint: 'Sivun osoitteen viimeinen osa. Jätä tyhjäksi, niin se tehdään otsikosta.',
    sharing: 'Hakukoneet ja jakaminen',
    metaTitle: 'Otsikko hakukoneille ja jakamiseen',
    summary: 'Kuvaus hakukoneille ja jakamiseen',
    cover: 'Kuva jaettaessa',
  },
} satisfies PageWords;
