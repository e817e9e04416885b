import { plural } from '../i18n/plural.ts';
import type { PartWords } from './words-en.ts';

/** The words of the shared parts in Finnish. */
export const partsFi = {
  cancel: 'Peruuta',
  ordering: {
    move: (name: string) => `Siirrä: ${name}`,
    hint: 'Välilyönti nostaa, nuolinäppäimet siirtävät, välilyönti laskee ja Esc peruuttaa.',
    lifted: (name: string, position: number, count: number) => `${name} on nostettu, sija ${position}/${count}.`,
    movedTo: (name: string, position: number, count: number) => `${name}: sija ${position}/${count}.`,
    dropped: (name: string, position: number, count: number) => `${name} laskettiin sijalle ${position}/${count}.`,
    cancelled: (name: string, position: number) => `Peruutettu. ${name} on taas sijalla ${position}.`,
    menu: (name: string) => `Siirrä kohtaan …: ${name}`,
    moveTo: 'Siirrä kohtaan …',
    steps: { top: 'Ylimmäksi', up: 'Ylös', down: 'Alas', bottom: 'Alimmaksi' },
    position: 'Sijalle …',
    positionOf: (count: number) => `Sija, 1–${count}`,
    moveHere: 'Siirrä',
    saved: 'Järjestys on tallennettu.',
    failed: (reason: string) => `Järjestystä ei tallennettu. ${reason}`,
  },
  list: { noMatch: 'Mikään ei täsmää', clear: 'Tyhjennä haku' },
  form: {
    save: 'Tallenna',
    create: 'Luo',
    saving: 'Tallennetaan …',
    unsaved: 'Ei vielä tallennettu',
    saved: (name: string) => `${name} on tallennettu.`,
    reset: 'Hylkää muutokset',
    refused: 'Ei tallennettu: katso kentät.',
    removed: (what: string) => `Ei sallittu tässä ja poistettu: ${what}`,
    stale: 'Joku muu on tallentanut tämän sillä välin. Muutoksesi ovat yhä tässä.',
    saveOver: 'Tallenna muutokseni sen päälle',
    readAgain: 'Hylkää muutokseni ja lue uudelleen',
    readOnly: 'Roolisi voi lukea tätä. Omistajat ja toimittajat voivat muuttaa sitä.',
    delete: 'Poista',
    deleteTitle: (name: string) => `Poistetaanko ${name}?`,
    deleteHint: 'Se poistetaan pysyvästi.',
    deleted: (name: string) => `${name} on poistettu.`,
    inTheWay: {
      article: plural('fi', {
        one: 'Ei voi poistaa: # artikkeli käyttää tätä. Muuta ensin artikkelia.',
        other: 'Ei voi poistaa: # artikkelia käyttää tätä. Muuta ensin niitä.',
      }),
      'published article': plural('fi', {
        one: 'Ei voi poistaa: # julkaistu artikkeli näyttää tämän. Julkaise se ensin uudelleen tai peru julkaisu.',
        other: 'Ei voi poistaa: # julkaistua artikkelia näyttää tämän. Julkaise ne ensin uudelleen tai peru julkaisu.',
      }),
      section: plural('fi', {
        one: 'Ei voi poistaa: # osasto käyttää tätä. Muuta ensin osastoa.',
        other: 'Ei voi poistaa: # osastoa käyttää tätä. Muuta ensin niitä.',
      }),
      webhook: plural('fi', {
        one: 'Ei voi poistaa: # webhook seuraa tätä. Muuta ensin sitä.',
        other: 'Ei voi poistaa: # webhookia seuraa tätä. Muuta ensin niitä.',
      }),
    },
    showUses: 'Näytä artikkelit',
  },
  leave: {
    title: 'Poistutaanko tallentamatta?',
    hint: 'Muutoksiasi ei ole tallennettu.',
    leave: 'Poistu',
    stay: 'Jää tähän',
  },
  fields: {
    choose: 'Valitse kirjastosta',
    removePicture: 'Poista kuva',
    pickColor: (label: string) => `${label}: valitse väri`,
    remove: (name: string) => `Poista ${name}`,
    addWord: 'Lisää ja paina Enter',
    none: 'Ei mitään',
  },
} satisfies PartWords;
