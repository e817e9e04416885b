import { plural } from '../../i18n/plural.ts';
import type { OperationsWords } from './words-en.ts';

export const operationsFi: OperationsWords = {
  title: 'Ylläpito',
  checkAgain: 'Tarkista uudelleen',
  problems: 'Ongelmat',
  noProblems: 'Kaikki toimii.',
  checked: (time) => `Tilanne ${time}. Sivu päivittyy itsestään.`,
  says: {
    writes_failing: () =>
      'Tietokanta ei ota vastaan tallennuksia. Mitään ei voi tallentaa ennen kuin sen levy tai palvelin on korjattu; lukeminen toimii.',
    disk_full: () => 'Datakansion levyllä on alle 1 GiB vapaana. Tee pian tilaa.',
    held_after_restore: () =>
      'Tietokanta palautettiin varmuuskopiosta. Mitään ei lähetetä eivätkä lähteet julkaise, kunnes ylläpitäjä ajaa ”masthead restore --release”.',
    jobs_late: plural('fi', {
      one: 'Taustatyöt ovat # sekunnin myöhässä.',
      other: 'Taustatyöt ovat # sekuntia myöhässä.',
    }),
    jobs_failed: plural('fi', {
      one: '# taustatyö epäonnistui lopullisesti. Syy on lokissa.',
      other: '# taustatyötä epäonnistui lopullisesti. Syy on lokissa.',
    }),
    deliveries_late: plural('fi', {
      one: 'Ilmoitukset toimiville vastaanottajille ovat # sekunnin myöhässä.',
      other: 'Ilmoitukset toimiville vastaanottajille ovat # sekuntia myöhässä.',
    }),
    receivers_failing: plural('fi', {
      one: '# webhookin vastaanottaja ei ota vastaan ilmoituksia. Katso Webhookit.',
      other: '# webhookien vastaanottajaa ei ota vastaan ilmoituksia. Katso Webhookit.',
    }),
    receivers_paused: plural('fi', {
      one: '# webhookin vastaanottaja keskeytettiin, koska se ei toiminut. Katso Webhookit.',
      other: '# webhookien vastaanottajaa keskeytettiin, koska ne eivät toimineet. Katso Webhookit.',
    }),
    sources_failing: plural('fi', {
      one: '# lähdettä ei voi lukea. Sen viimeisin virhe kertoo syyn.',
      other: '# lähdettä ei voi lukea. Niiden viimeisimmät virheet kertovat syyn.',
    }),
    clock_differs: plural('fi', {
      one: 'Tämän koneen ja tietokannan kellot eroavat # sekunnin. Aseta molemmat NTP:llä.',
      other: 'Tämän koneen ja tietokannan kellot eroavat # sekuntia. Aseta molemmat NTP:llä.',
    }),
    no_backup: () => 'Varmuuskopiota ei vielä ole. Syy on lokissa.',
    backup_late: () => 'Uusin varmuuskopio on yli kahden jakson takaa. Syy on lokissa.',
    backup_unverified: () => 'Yhtään varmuuskopiota ei ole tarkistettu. Aja ”masthead backup verify”.',
  },
  work: 'Työt',
  jobsWaiting: 'Odottavia taustatöitä',
  most: (count) => `${count} tai enemmän`,
  jobsLate: 'Vanhin niistä myöhässä',
  jobsFailed: 'Epäonnistui lopullisesti 90 päivässä',
  deliveriesLate: 'Ilmoitukset myöhässä',
  receiversFailing: 'Vastaanottajia, jotka eivät toimi',
  receiversPaused: 'Palvelun keskeyttämiä vastaanottajia',
  sources: 'Toimivia lähteitä',
  sourcesFailing: 'Lähteitä, jotka eivät toimi',
  seconds: (count) => `${count} s`,
  storage: 'Tila',
  database: 'Tietokannan koko',
  disk: 'Levyllä vapaana',
  diskOf: (free, total) => `${free} / ${total}`,
  unknown: 'Ei tiedossa',
  backups: 'Varmuuskopiot',
  newest: 'Uusin',
  verified: 'Uusin tarkistettu',
  none: 'Ei ole',
  notScheduled:
    'Palvelu ei tee varmuuskopioita itse: tämä on esittely, BACKUP_EVERY on 0 tai PostgreSQL on erillinen palvelin.',
  versions: 'Versiot',
  started: 'Käynnissä',
};
