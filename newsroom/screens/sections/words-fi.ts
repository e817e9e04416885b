import type { SectionWords } from './words-en.ts';

/** The words of the sections in Finnish. */
export const sectionsFi = {
  title: 'Osastot',
  create: 'Uusi osasto',
  search: 'Hae osastoja',
  empty: 'Ei vielä osastoja',
  emptyHint:
    'Jokainen artikkeli kuuluu johonkin osastoon, kuten Uutiset tai Kulttuuri. Luo osasto ennen ensimmäistä artikkelia.',
  hidden: 'Piilotettu',
  public: 'Julkinen',
  inMenu: 'Valikoissa',
  realTime: 'Reaaliaikainen',
  fields: {
    name: 'Nimi',
    state: 'Tila',
    states: {
      public: 'Julkinen: lukijat näkevät sen artikkelit',
      hidden: 'Piilotettu: lukijat eivät näe sen artikkeleita',
    },
    description: 'Kuvaus',
    url: 'Osoite',
    urlHint: 'Jätä tyhjäksi, niin osoite tehdään nimestä. Se on osa osaston kaikkien artikkelien osoitetta.',
    category: 'Kategoria',
    noCategory: 'Ei kategoriaa',
    locale: 'Kieli',
    localeHint: 'Esimerkiksi fi tai en. Jätä tyhjäksi, niin käytetään sivuston kieltä.',
    showInMenu: 'Näytä valikoissa',
    nameInMenus: 'Nimi valikoissa',
    realTime: 'Päivitä lukijoiden sivut reaaliajassa',
    look: 'Ulkoasu',
    cover: 'Kansikuva',
    color: 'Väri',
    titleText: 'Osaston sivun otsikko',
    sharing: 'Jakaminen',
    ogTitle: 'Otsikko jaettaessa',
    ogDescription: 'Kuvaus jaettaessa',
    ogUrl: 'Osoite jaettaessa',
    ogImage: 'Kuva jaettaessa',
  },
} satisfies SectionWords;
