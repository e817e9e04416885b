/**
 * The definitions of src/contract/definitions.ts in Finnish, which the API serves in English. A test fails if one is missing, and if the
 * English text has changed since it was translated.
 */
export const definitionsFi: Readonly<Record<string, string>> = {
  entries:
    'Kaikkien verkostojen julkaisut, jotka on julkaistu valitulla jaksolla: sen alussa tai sen jälkeen ja ennen sen loppua. Vastaukset ja lainaukset lasketaan julkaisuiksi, uudelleenjaot ilman kommenttia eivät.',
  posts: 'Yhden verkoston julkaisut valitulla jaksolla.',
  contributors:
    'Eri käyttäjät, joilla on julkaisu valitulla jaksolla. Käyttäjä kuuluu yhteen verkostoon: sama ihminen kahdessa verkostossa lasketaan kahdesti. Julkaisulla ilman tekijää ei ole osallistujaa.',
  new_contributors: 'Osallistujat, joiden ensimmäinen julkaisu kampanjassa on valitulla jaksolla.',
  engagement:
    'Tykkäykset, kommentit ja jaot, jotka valitun jakson julkaisuilla on tänään. Salatut luvut lasketaan nollana.',
  potential_reach:
    'Osallistujien viimeksi tiedettyjen seuraajamäärien summa. Kukin osallistuja lasketaan kerran; tuntemattomat määrät lasketaan nollana.',
  stat1: 'Tykkäykset, jotka julkaisuilla on tänään.',
  stat2: 'Kommentit tai vastaukset, jotka julkaisuilla on tänään.',
  stat3: 'Jaot tai uudelleentwiittaukset, jotka julkaisuilla on tänään; tiedetään vain X:stä ja Facebookista.',
  stat1_median:
    'Julkaisukohtaisten tykkäysten keskimmäinen arvo tai kahden keskimmäisen keskiarvo. Salatut arvot jätetään pois; tyhjä, jos yhtäkään ei tiedetä.',
  stat2_median:
    'Julkaisukohtaisten kommenttien keskimmäinen arvo tai kahden keskimmäisen keskiarvo. Salatut arvot jätetään pois; tyhjä, jos yhtäkään ei tiedetä.',
  stat3_median:
    'Julkaisukohtaisten jakojen keskimmäinen arvo tai kahden keskimmäisen keskiarvo. Salatut arvot jätetään pois; tyhjä, jos yhtäkään ei tiedetä.',
  stat1_std_dev:
    'Julkaisukohtaisten tykkäysten perusjoukon keskihajonta. Salatut arvot jätetään pois; tyhjä, jos yhtäkään ei tiedetä.',
  stat2_std_dev:
    'Julkaisukohtaisten kommenttien perusjoukon keskihajonta. Salatut arvot jätetään pois; tyhjä, jos yhtäkään ei tiedetä.',
  stat3_std_dev:
    'Julkaisukohtaisten jakojen perusjoukon keskihajonta. Salatut arvot jätetään pois; tyhjä, jos yhtäkään ei tiedetä.',
  incomplete:
    'Verkosto salaa jonkin julkaisun luvun. Se näytetään nollana ja jätetään pois mediaaneista, hajonnoista ja jakaumista.',
  score:
    'Julkaisun: (1 + tykkäykset + 2 × kommentit) × (1 + S ÷ (S + 10000)), jossa S on julkaisijan seuraajien määrä; seuraajat enintään kaksinkertaistavat pisteet. Käyttäjän: kaikkien päivien (UTC) summa luvuista log2(1 + päivän julkaisut), joten toiminta monena päivänä painaa enemmän kuin monta julkaisua yhtenä.',
  posted_items_count: 'Käyttäjän julkaisut kampanjassa, milloin tahansa.',
  post_count: 'Käyttäjän julkaisut valitulla jaksolla.',
  item_score_sum: 'Käyttäjän valitun jakson julkaisujen pisteiden summa.',
  stat1_count: 'Ei saatavilla: aina 0.',
  stat2_count: 'Käyttäjän julkaisut, jotka ovat vastauksia, milloin tahansa.',
  stat3_count: 'Ei saatavilla: aina 0.',
  items_stat1_sum: 'Tykkäykset, jotka käyttäjän valitun jakson julkaisuilla on tänään.',
  items_stat2_sum: 'Kommentit tai vastaukset, jotka käyttäjän valitun jakson julkaisuilla on tänään.',
  items_stat3_sum: 'Jaot tai uudelleentwiittaukset, jotka käyttäjän valitun jakson julkaisuilla on tänään.',
  known: 'Julkaisut, joista verkosto ei salaa yhtäkään kyseessä olevaa lukua.',
  engagement_median:
    'Julkaisukohtaisen sitoutumisen keskimmäinen arvo tai kahden keskimmäisen keskiarvo niistä julkaisuista, joiden luvut tunnetaan.',
  entries_share: 'Verkoston julkaisut jaettuna kaikilla julkaisuilla, välillä 0–1.',
  engagement_share: 'Verkoston sitoutuminen jaettuna kaikella sitoutumisella, välillä 0–1.',
  engagement_per_entry: 'Sitoutuminen jaettuna julkaisuilla.',
  hashtag:
    'Sana, joka on julkaisun tekstissä merkin # jälkeen: kirjaimia, numeroita ja alaviivoja, vähintään yksi kirjain. Kirjainkoolla ei ole väliä, ja julkaisu lasketaan kerran kutakin aihetunnistetta kohti.',
};
