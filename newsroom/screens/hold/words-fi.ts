import { plural } from '../../i18n/plural.ts';
import type { HoldWords } from './words-en.ts';

const artikkelia = plural('fi', { one: '# artikkeli', other: '# artikkelia' });

export const holdFi: HoldWords = {
  title: 'Pysäytä sisäänotto',
  site: (name) => `Sivuston ${name} lähteet`,
  all: 'Kaikkien sivustojen lähteet',
  running: 'Lähteet julkaisevat asetustensa mukaan.',
  stopped: (by, at) => `Pysäyttäjä: ${by}, ${at}. Lähteistä ei julkaista mitään ennen vapauttamista.`,
  stoppedAll: 'Kaikkien sivustojen lähteet on pysäytetty, myös tämän.',
  hint: 'Jokainen uusi artikkeli odottaa toimittajaa, ja julkaistujen muutokset jäävät talteen. Vaikuttaa heti.',
  unpublish: 'Piilota myös se, mitä lähteet julkaisivat viime minuutteina',
  minutes: 'Minuutit',
  stop: 'Pysäytä',
  stopAll: 'Pysäytä kaikki sivustot',
  release: 'Vapauta',
  released: 'Lähteet julkaisevat taas.',
  done: 'Pysäytetty.',
  unpublished: (count) => `Pysäytetty; ${artikkelia(count)} piilotettu.`,
  remaining: (count) => `${artikkelia(count)} vielä piilottamatta …`,
  you: 'sinä',
  someone: 'joku',
};
