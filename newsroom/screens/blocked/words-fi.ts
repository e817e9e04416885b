import type { BlockedWords } from './words-en.ts';

export const blockedFi: BlockedWords = {
  title: 'Estot',
  hint: 'Uudet jutut, joita jokin näistä koskee, hylätään niiden saapuessa, tulivatpa ne mistä tahansa sivuston lähteestä. Jo saapuneet artikkelit jäävät.',
  kinds: { word: 'Sana tai ilmaus', person: 'Kirjoittaja', domain: 'Verkkotunnus' },
  kind: 'Laji',
  value: 'Arvo',
  placeholder: { word: 'arpa*', person: 'Max Muster', domain: 'spam.example' },
  add: 'Estä',
  remove: (value) => `Poista esto ${value}`,
  added: (value) => `Estetty: ${value}`,
  removed: (value) => `Ei enää estetty: ${value}`,
  since: (time) => `${time} alkaen`,
  empty: 'Mitään ei ole estetty',
  emptyHint: 'Estä sana, kirjoittaja tai verkkotunnus täällä, tai artikkelin lähettäjä saapuneissa.',
};
