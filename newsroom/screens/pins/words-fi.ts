/** The words of pins in Finnish. */
import type { pinsEn } from './words-en.ts';

export const pinsFi = {
  title: 'Kiinnitykset',
  where: 'Sivu',
  front: 'Etusivu',
  hint: 'Kiinnitä artikkeli raahaamalla se paikalleen. Muut asettuvat sen ympärille, uusin ensin. Lukijat näkevät muutoksen, kun tallennat.',
  places: 'Artikkelit lukijoiden näkemässä järjestyksessä',
  empty: 'Täällä ei ole julkaistuja artikkeleita',
  emptyHint: 'Julkaistut artikkelit tulevat tänne, ja ne voi sitten kiinnittää.',
  pinned: 'Kiinnitetty',
  pinHere: (title, place) => `Kiinnitä ${title} paikalle ${place}`,
  unpinOf: (title) => `Irrota ${title}`,
  unpin: 'Irrota',
  waiting: 'Kiinnitetty, mutta ei nyt julkinen',
  waitingAt: (title, place) => `${title}, paikalla ${place}.`,
  find: 'Etsi artikkeli',
  search: 'Hae artikkeleita',
  nothing: 'Artikkeleita ei löytynyt.',
  pinFirst: (title) => `Kiinnitä ${title} ylimmäksi`,
  pinShort: 'Kiinnitä',
  saved: 'Kiinnitykset on tallennettu.',
} satisfies typeof pinsEn;
