import type { DeletedWords } from './words-en.ts';

export const deletedFi: DeletedWords = {
  state: 'Roskakorissa',
  trash: 'Roskakori',
  by: (name, time) => `${name} poisti artikkelin, ${time}.`,
  at: (time) => `Artikkeli poistettiin, ${time}.`,
  restorable: (until) => `Sen voi palauttaa ${until} asti.`,
  byEditor: (until) => `Toimittaja voi palauttaa sen ${until} asti.`,
  forGood: 'Artikkeli on poistettu lopullisesti, tai se ei ole enää sinun.',
  forbidden: 'Et saa enää lukea tätä artikkelia. Pyydä oikeutta omistajalta.',
  unsent: 'Viimeksi kirjoittamaasi ei ole tallennettu palveluun. Se on tallessa tällä laitteella ja näkyy tässä.',
  goesOn: 'Kun artikkeli palautetaan, jatkat tästä tekstistä.',
  discard: 'Poista tämä teksti',
  restore: 'Palauta',
  restored: 'Artikkeli palautettiin.',
};
