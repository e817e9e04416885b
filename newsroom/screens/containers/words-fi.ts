import type { ContainerWords } from './words-en.ts';

/** The words of the featured item containers in Finnish. */
export const containersFi = {
  title: 'Nostot',
  create: 'Uusi nostopaikka',
  search: 'Hae nostopaikkoja',
  empty: 'Ei vielä nostopaikkoja',
  emptyHint: 'Nostopaikka on sivuston kohta, kuten etusivun yläosa, johon toimittajat valitsevat artikkelit.',
  only: (type: string) => `Vain: ${type}`,
  fields: {
    name: 'Nimi',
    identifier: 'Tunniste',
    identifierHint: 'Sivusto löytää nostopaikan tällä tunnisteella, esimerkiksi front.',
    link: 'Linkki',
    linkHint: 'Vapaaehtoinen: minne nostopaikka vie.',
    restriction: 'Sallitut artikkelit',
    everything: 'Kaikki artikkelit',
    onlyType: (type: string) => `Vain tämä tyyppi: ${type}`,
  },
} satisfies ContainerWords;
