import { plural } from '../../i18n/plural.ts';
import type { ListWords } from './words-en.ts';

const artikkelia = plural('fi', { one: '# artikkeli', other: '# artikkelia' });

export const listFi: ListWords = {
  views: {
    title: 'Tallennetut näkymät',
    save: 'Tallenna tämä näkymä',
    name: 'Näkymän nimi',
    remove: (name) => `Poista näkymä ${name}`,
    none: 'Valitse suodattimet ja tallenna ne tänne nimellä. Näkymäsi ovat käytössäsi jokaisessa selaimessa.',
  },
  bulk: {
    label: 'Valittujen artikkelien toiminnot',
    publish: 'Julkaise',
    unpublish: 'Piilota',
    delete: 'Poista',
    restore: 'Palauta',
    section: 'Siirrä osastoon …',
    category: 'Aseta kategoria …',
    addTag: 'Lisää asiasana …',
    addAuthor: 'Lisää kirjoittaja …',
    noCategory: 'Ei kategoriaa',
    apply: 'Käytä',
    undo: 'Kumoa',
    undone: 'Kumottu',
    most: 'Enintään 100 artikkelia kerralla.',
    offline: 'Ei onnistu, kun palvelu ei vastaa.',
    done: {
      publish: (count) => `${artikkelia(count)} julkaistu`,
      unpublish: (count) => `${artikkelia(count)} piilotettu`,
      delete: (count) => `${artikkelia(count)} siirretty roskakoriin`,
      restore: (count) => `${artikkelia(count)} palautettu`,
      change: (count) => `${artikkelia(count)} muutettu`,
    },
    failed: (count) => `${artikkelia(count)} jäi tekemättä`,
    results: 'Mitä jäi tekemättä',
  },
};
