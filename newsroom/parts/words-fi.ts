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
  },
} satisfies PartWords;
