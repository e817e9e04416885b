import type { AuthorWords } from './words-en.ts';

/** The words of the authors in Finnish. */
export const authorsFi = {
  title: 'Kirjoittajat',
  create: 'Uusi kirjoittaja',
  search: 'Hae kirjoittajia',
  empty: 'Ei vielä kirjoittajia',
  emptyHint: 'Kirjoittajat ovat artikkelien alla olevia nimiä. He eivät tarvitse tunnusta toimitukseen.',
  fields: {
    firstname: 'Etunimi',
    lastname: 'Sukunimi',
    jobTitle: 'Tehtävä',
    shortDescription: 'Lyhyt esittely',
    about: 'Esittely',
    avatar: 'Kuva',
    tags: 'Avainsanat',
    links: 'Linkit',
    linksHint: 'Verkko-osoitteita, sähköpostiosoite tai käyttäjänimiä.',
    names: {
      email: 'Sähköposti',
      website: 'Verkkosivu',
      facebook: 'Facebook',
      instagram: 'Instagram',
      twitter: 'Twitter',
      youtube: 'YouTube',
      pinterest: 'Pinterest',
      github: 'GitHub',
    },
  },
} satisfies AuthorWords;
