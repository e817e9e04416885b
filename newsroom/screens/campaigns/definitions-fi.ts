/**
 * The definitions of src/contract/definitions.ts in Finnish, which the API serves in English. A test fails if one is missing, and if the
 * English text has changed since it was translated.
 */
export const definitionsFi: Readonly<Record<string, string>> = {
  entries:
    'Kaikkien verkostojen julkaisut, jotka on julkaistu valitulla jaksolla. Jaksoon kuuluu sen alkuhetki, loppuhetki ei. Vastaukset ja lainaukset lasketaan, uudelleenjaot ilman kommenttia eivät.',
  posts: 'Yhden verkoston julkaisut, jotka on julkaistu valitulla jaksolla.',
  contributors:
    'Eri tilit, jotka ovat julkaisseet jaksolla. Kahdessa verkostossa julkaisevalla ihmisellä on kaksi tiliä, ja hänet lasketaan kahdesti. Julkaisut, joiden tekijää ei tiedetä, eivät lisää ketään.',
  new_contributors: 'Osallistujat, joiden ensimmäinen julkaisu tässä kampanjassa on jaksolla.',
  engagement:
    'Tykkäykset, kommentit ja jaot, jotka jakson julkaisut ovat tähän mennessä saaneet. Verkoston piilottamat luvut lasketaan nollana.',
  potential_reach:
    'Kaikkien osallistujien seuraajat yhteensä, viimeksi tiedetyn määrän mukaan. Kukin osallistuja lasketaan kerran; kahta heistä seuraava ihminen lasketaan kahdesti. Tuntematon määrä lasketaan nollana.',
  stat1: 'Tykkäykset, jotka julkaisut ovat tähän mennessä saaneet.',
  stat2: 'Kommentit ja vastaukset, jotka julkaisut ovat tähän mennessä saaneet.',
  stat3: 'Jaot ja uudelleenjulkaisut, jotka julkaisut ovat tähän mennessä saaneet. Vain X ja Facebook ilmoittavat ne.',
  stat1_median:
    'Tyypillisen julkaisun tykkäykset: keskimmäinen luku, kun kaikki julkaisut järjestetään tykkäysten mukaan, tai kahden keskimmäisen keskiarvo. Julkaisut, joiden tykkäykset verkosto piilottaa, jätetään pois; tyhjä, jos muita ei ole.',
  stat2_median:
    'Tyypillisen julkaisun kommentit: keskimmäinen luku, kun kaikki julkaisut järjestetään kommenttien mukaan, tai kahden keskimmäisen keskiarvo. Julkaisut, joiden kommentit verkosto piilottaa, jätetään pois; tyhjä, jos muita ei ole.',
  stat3_median:
    'Tyypillisen julkaisun jaot: keskimmäinen luku, kun kaikki julkaisut järjestetään jakojen mukaan, tai kahden keskimmäisen keskiarvo. Julkaisut, joiden jaot verkosto piilottaa, jätetään pois; tyhjä, jos muita ei ole.',
  stat1_std_dev:
    'Miten paljon yksittäisten julkaisujen tykkäykset poikkeavat keskiarvostaan: mitä suurempi luku, sitä enemmän, ja nollassa kaikilla on yhtä paljon (perusjoukon keskihajonta). Julkaisut, joiden tykkäykset verkosto piilottaa, jätetään pois; tyhjä, jos muita ei ole.',
  stat2_std_dev:
    'Miten paljon yksittäisten julkaisujen kommentit poikkeavat keskiarvostaan: mitä suurempi luku, sitä enemmän, ja nollassa kaikilla on yhtä paljon (perusjoukon keskihajonta). Julkaisut, joiden kommentit verkosto piilottaa, jätetään pois; tyhjä, jos muita ei ole.',
  stat3_std_dev:
    'Miten paljon yksittäisten julkaisujen jaot poikkeavat keskiarvostaan: mitä suurempi luku, sitä enemmän, ja nollassa kaikilla on yhtä paljon (perusjoukon keskihajonta). Julkaisut, joiden jaot verkosto piilottaa, jätetään pois; tyhjä, jos muita ei ole.',
  incomplete:
    'Verkosto piilottaa julkaisun jonkin luvun. Se näkyy tässä nollana, ja se jätetään pois mediaaneista, hajonnoista ja jakaumista.',
  score:
    'Julkaisun pisteet kertovat, miten paljon siihen on reagoitu. Kommentti on kahden tykkäyksen arvoinen, ja julkaisijan seuraajat enintään kaksinkertaistavat tuloksen: (1 + tykkäykset + 2 × kommentit) × (1 + S ÷ (S + 10000)), jossa S on seuraajien määrä. Henkilön pisteet kertovat, miten säännöllisesti hän julkaisee. Kustakin päivästä (UTC) tulee log2(1 + päivän julkaisut), ja kaikki päivät lasketaan yhteen, joten julkaisut monena päivänä painavat enemmän kuin yhtä monta yhtenä päivänä.',
  posted_items_count: 'Henkilön julkaisut tässä kampanjassa, milloin tahansa.',
  post_count: 'Henkilön julkaisut jaksolla.',
  item_score_sum: 'Henkilön jaksolla julkaisemien julkaisujen pisteet yhteensä.',
  stat1_count: 'Ei saatavilla: aina 0.',
  stat2_count: 'Henkilön julkaisut, jotka ovat vastauksia, milloin tahansa.',
  stat3_count: 'Ei saatavilla: aina 0.',
  items_stat1_sum: 'Tykkäykset, jotka henkilön jakson julkaisut ovat tähän mennessä saaneet.',
  items_stat2_sum: 'Kommentit ja vastaukset, jotka henkilön jakson julkaisut ovat tähän mennessä saaneet.',
  items_stat3_sum: 'Jaot ja uudelleenjulkaisut, jotka henkilön jakson julkaisut ovat tähän mennessä saaneet.',
  known: 'Julkaisut, joista verkosto ei piilota yhtäkään tässä tarvittavaa lukua.',
  engagement_median:
    'Tyypillisen julkaisun sitoutuminen: keskimmäinen, kun kaikki julkaisut järjestetään sitoutumisen mukaan, tai kahden keskimmäisen keskiarvo. Julkaisut, joiden jokin luku on piilotettu, jätetään pois.',
  entries_share: 'Tämän verkoston osuus kaikista julkaisuista, välillä 0 (ei yhtään) – 1 (kaikki).',
  engagement_share: 'Tämän verkoston osuus kaikesta sitoutumisesta, välillä 0 (ei yhtään) – 1 (kaikki).',
  engagement_per_entry: 'Sitoutuminen jaettuna julkaisujen määrällä: julkaisun keskiarvo.',
  hashtag:
    'Sana, joka on julkaisun tekstissä merkin # jälkeen: kirjaimia, numeroita ja alaviivoja, vähintään yksi kirjain. Isot ja pienet kirjaimet ovat samoja, ja julkaisu lasketaan kerran kutakin aihetunnistettaan kohti.',
};
