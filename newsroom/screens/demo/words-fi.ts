import { plural } from '../../i18n/plural.ts';
import type { DemoWords } from './words-en.ts';

const articles = plural('fi', { one: '# artikkeli', other: '# artikkelia' });
const files = plural('fi', { one: '# tiedosto', other: '# tiedostoa' });
const people = plural('fi', { one: '# henkilö', other: '# henkilöä' });

export const demoFi: DemoWords = {
  note: (site) => `${site} on esittely: täällä voit kokeilla vapaasti.`,
  remove: 'Poista esittely',
  byOwner: 'Kaikkien sivustojen omistaja voi poistaa sen.',
  question: 'Poistetaanko esittely?',
  goes: (site) => `Nämä poistetaan lopullisesti, ja kaikki muukin, mitä sivustolle ${site} on lisätty:`,
  articles: (count) => `${articles(count)} sekä osastot, sivut, numerot ja tapahtumat`,
  files: (count) => `mediakirjaston ${files(count)}`,
  people: (count) => `esittelyn ${people(count)}, jotka eivät voi enää kirjautua`,
  campaigns: 'kaikki kampanjat lukuineen ja jaettuine raportteineen sekä lomakkeet, säännöt ja estot',
  stays: 'Muut sivustot, oma tunnuksesi ja tapahtumaloki säilyvät.',
  removing: 'Esittelyä poistetaan…',
  left: (articleCount, fileCount) => `Jäljellä ${articles(articleCount)} ja ${files(fileCount)}.`,
  goesOn: 'Poisto jatkuu, vaikka suljet tämän.',
  done: 'Esittely on poistettu',
};
