import type { SettingsWords } from './words-en.ts';

export const settingsFi: SettingsWords = {
  title: 'Sivuston asetukset',
  name: 'Sivuston nimi',
  nameHint: 'Toimitus ja sisältörajapinta näyttävät sen.',
  url: 'Julkinen osoite',
  urlHint:
    'Artikkelien osoitteet alkavat sillä. Jos muutat sitä, kaikki julkaistut artikkelit muodostetaan uudelleen, ja sivustosi on ohjattava vanhat osoitteet uusiin.',
  locale: 'Kieli',
  localeHint:
    'Esimerkiksi fi tai en-GB. Se on niiden osastojen kieli, joilla ei ole omaa, ja haku taivuttaa sanoja sen mukaan.',
  timeZone: 'Aikavyöhyke',
  timeZoneHint:
    'Ajastusten, tapahtumien ja päivien aikavyöhyke. Jos muutat sitä, ajankohdat pysyvät, ja kaikki julkaistut artikkelit muodostetaan uudelleen.',
  color: 'Sivuston väri',
  colorHint: 'Toimituksen korostusväri, kaikille. Sitä tummennetaan tai vaalennetaan, jos sitä olisi vaikea lukea.',
  themes: { light: 'Vaalea', dark: 'Tumma' },
  preview: 'Esikatselusivu',
  previewHint:
    'Oma sivusi, joka näyttää artikkelit ennen julkaisua; {token} tunnisteen paikalla. Jos kenttä on tyhjä, palvelu näyttää ne pelkistettyinä.',
  readers: 'Lukijat',
  voting: 'Kävijät voivat äänestää artikkeleista',
  votingHint: 'Itse asettamasi tykkäykset näkyvät joka tapauksessa.',
  closed: 'Vaadi lukemiseen API-avain',
  closedHint:
    'Sisältörajapinta vastaa silloin vain pyyntöihin, joissa on tämän sivuston avain. Ilman avainta lukevat sivut lakkaavat heti toimimasta.',
  images: 'Säilytä kopiot muiden palvelinten kuvista',
  imagesHint:
    'Muiden palvelinten kuvat noudetaan kerran ja lähetetään täältä, jotta lukijoiden selaimet eivät ota yhteyttä muualle.',
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
    warning: 'Tätä ei voi perua.',
    done: (name) => `${name} on poistettu`,
  },
};
