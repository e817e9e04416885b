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
      private: 'Yksityinen: ei tarjolla',
      public: 'Julkinen: tarjolla ja listattu',
      unlisted: 'Listaamaton: tarjolla niille, jotka tietävät osoitteen',
    },
    showInMenu: 'Näytä valikoissa',
    menuName: 'Nimi valikoissa',
    menuNameHint: 'Otsikko, ellei toisin anneta.',
    url: 'Osoite',
    urlHint: 'Sivun osoitteen viimeinen osa; tehdään otsikosta, ellei toisin anneta.',
    sharing: 'Hakukoneet ja jakaminen',
    metaTitle: 'Otsikko hakukoneille ja jaoille',
    summary: 'Kuvaus hakukoneille ja jaoille',
    cover: 'Kuva jaoille',
  },
} satisfies PageWords;
