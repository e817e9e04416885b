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
  nothing: {
    empty: 'Ei vielä artikkeleita',
    emptyHint: 'Artikkelit näkyvät täällä heti, kun joku tallentaa sellaisen.',
    emptyOwnHint:
      'Omat artikkelisi näkyvät täällä. Kirjoita artikkeli ja lähetä se tarkastettavaksi: toimittaja julkaisee sen.',
    emptyTrash: 'Roskakori on tyhjä',
    emptyTrashHint: 'Poistetut artikkelit ovat täällä 30 päivää.',
  },
  sources: {
    most: 'Useimmat näistä artikkeleista tulivat lähteistä itsestään.',
    hide: 'Näytä ihmisten kirjoittamat',
    hidden: 'Vain ihmisten kirjoittamat näytetään.',
    show: 'Näytä myös lähteiden artikkelit',
  },
  decided: {
    rejected: 'Hylätty',
    returned: 'Palautettu',
    by: {
      rejected: (name) => (name ? `${name} hylkäsi` : 'Hylätty'),
      returned: (name) => (name ? `${name} palautti` : 'Palautettu'),
    },
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
    notAgain: plural('fi', {
      one: '# artikkelia ei julkaistu uudelleen',
      other: '# artikkelia ei julkaistu uudelleen',
    }),
    passed: 'sen ajastettu aika on mennyt',
    andMore: (count) => `ja ${count} muuta`,
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
  restoration: {
    title: plural('fi', { one: 'Mihin osastoon palautetaan?', other: 'Mihin osastoon # artikkelia palautetaan?' }),
    hint: plural('fi', {
      one: 'Tämän artikkelin osasto on poistettu.',
      other: 'Näiden artikkelien osastot on poistettu. Kaikki palautetaan samaan osastoon.',
    }),
    section: 'Osasto',
    none: 'Osastoja ei ole.',
    create: 'Luo osasto',
  },
  deletion: {
    title: plural('fi', { one: 'Poistetaanko julkaistu artikkeli?', other: 'Poistetaanko # julkaistua artikkelia?' }),
    hint: plural('fi', {
      one: 'Lukijat eivät enää näe sitä. Se on roskakorissa 30 päivää.',
      other: 'Lukijat eivät enää näe niitä. Ne ovat roskakorissa 30 päivää.',
    }),
    keep: plural('fi', { one: 'Älä poista', other: 'Älä poista' }),
  },
};
