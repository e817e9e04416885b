import type { SettingsWords } from './words-en.ts';

export const settingsFi: SettingsWords = {
  title: 'Sivuston asetukset',
  name: 'Sivuston nimi',
  nameHint: 'Toimitus ja sisältörajapinta näyttävät sen.',
  url: 'Julkinen osoite',
  urlHint:
    'Artikkelien osoitteet alkavat sillä. Muutos muodostaa kaikki julkaistut artikkelit uudelleen; vanhat osoitteet on ohjattava sivustollasi uusiin.',
  locale: 'Kieli',
  localeHint:
    'Esimerkiksi fi tai en-GB. Se on niiden osastojen kieli, joilla ei ole omaa, ja haku taivuttaa sanoja sen mukaan.',
  timeZone: 'Aikavyöhyke',
  timeZoneHint:
    'Ajastukset, tapahtumat ja päivät ovat siinä. Muutos ei siirrä mitään hetkeä; se muodostaa kaikki julkaistut artikkelit uudelleen.',
  preview: 'Esikatselusivu',
  previewHint:
    'Oma sivusi, joka näyttää artikkelit ennen julkaisua; {token} tunnisteen paikalla. Jos kenttä on tyhjä, palvelu näyttää ne pelkistettyinä.',
  readers: 'Lukijat',
  voting: 'Kävijät voivat äänestää artikkeleista',
  votingHint: 'Itse asettamasi tykkäykset näkyvät joka tapauksessa.',
  closed: 'Lukeminen vaatii API-avaimen',
  closedHint:
    'Sisältörajapinta vastaa silloin vain pyyntöihin, joissa on tämän sivuston avain. Ilman avainta lukevat sivut lakkaavat heti toimimasta.',
  images: 'Tarjoa muiden palvelinten kansikuvat täältä',
  imagesHint:
    'Muualla olevat kuvat noudetaan kerran ja tarjotaan tästä asennuksesta: lukijat eivät tee pyyntöjä muualle.',
  save: 'Tallenna',
  saved: 'Asetukset on tallennettu',
  reload: 'Lataa uusin',
  rendering: {
    title: 'Julkaistuja artikkeleita muodostetaan',
    progress: (done, total) => `Muutos näkyy ${done} artikkelissa ${total}:sta.`,
    done: 'Muutos näkyy kaikissa artikkeleissa.',
    failed: 'Muodostaminen epäonnistui; syy on palvelun lokissa. Tallenna muutos, niin kaikki muodostetaan uudelleen.',
  },
  remove: {
    title: 'Sivuston poistaminen',
    hint: 'Vain tyhjän sivuston voi poistaa: poista ensin sen artikkelit, osastot ja muu sisältö.',
    button: 'Poista tämä sivusto',
    question: (name) => `Poistetaanko ${name}?`,
    warning: 'Se poistetaan lopullisesti.',
    done: (name) => `${name} on poistettu`,
  },
};
