import type { DemoArticle } from './article.ts';

const section = 'Saariston arki';

export const saaristonArki: DemoArticle[] = [
  {
    section,
    title: 'Yhteysaluksen uusi aikataulu on vanha',
    summary: 'Kolmen vuoden kokeilun jälkeen palataan siihen, mikä toimi.',
    days: 10,
    by: ['Eero'],
    category: 'News',
    tags: ['yhteysalus', 'aikataulu', 'saaristo'],
    picture: 'ferry',
    alt: 'Keltainen lautta tyynellä merellä',
    likes: [154, 6],
    body: `<p>Maanantaista alkaen lautta lähtee taas kuudelta, yhdeltätoista, kahdelta ja kahdeksalta. Niin se lähti vuosina 1971–2022, kunnes aikataulu uudistettiin.</p>
<p>Uudistus oli hyvä paperilla. Paperi ei kuitenkaan käy koulua, eikä sillä ole lehmiä. ”Lehmä ei tunne puolta tuntia”, sanoo Ritva Mattsson Norrkobbista. ”Se tuntee aamun.”</p>
<p>Talven aikataulu vahvistetaan lokakuussa. Muutoksia ei ole luvassa. Siitä on luvattu ilmoittaa hyvissä ajoin.</p>`,
  },
  {
    section,
    title: 'Talkoot, joihin tuli liikaa väkeä',
    summary: 'Laituri valmistui ennen kahvia.',
    days: 54,
    by: ['Eero'],
    category: 'People',
    tags: ['talkoot', 'laituri', 'ihmiset'],
    picture: 'boatyard',
    alt: 'Veneen kaaret telakalla',
    likes: [127, 0],
    body: `<p>Kutsussa pyydettiin kymmentä. Tuli neljäkymmentäkolme, ja heillä oli mukanaan yksitoista vasaraa, mikä ratkaisi työnjaon.</p>
<p>Laituri mitattiin kello yhdeksän, ja kello puoli yksitoista siltä hypättiin ensimmäisen kerran. Kahvi oli tilattu kahdeksitoista. Väliin jäi puolitoista tuntia, jona aikana talkooväki kunnosti vielä venevajan oven, postilaatikon, yhden polkupyörän ja erään pitkän riidan.</p>
<blockquote><p>En minä tiennyt, että me olimme riidassa enää. Mutta olihan se hyvä saada pois.</p></blockquote>
<p>Ensi keväänä on kirkon aidan vuoro. Vasaroita pyydetään tuomaan omasta takaa.</p>`,
  },
  {
    section,
    title: 'Sauna, joka kuuluu kaikille',
    summary: 'Avain on kiven alla. Kaikki tietävät, minkä kiven.',
    days: 109,
    by: ['Eero'],
    category: 'People',
    tags: ['sauna', 'saaristo'],
    picture: 'sauna',
    alt: 'Sauna paalujen päällä iltavalossa',
    likes: [219, 1],
    body: `<p>Saunalla ei ole omistajaa. Oli joskus, mutta hän kuoli vuonna 1966, ja testamentissa luki vain: ”Sauna sille, joka lämmittää.”</p>
<p>Siitä lähtien on lämmitetty vuorotellen. Vihko roikkuu naulassa, ja siihen merkitään päivä, puut ja veden lämpö. Muuta ei kirjoiteta, paitsi jos on aihetta.</p>
<h3>Muutamia aiheita</h3>
<ul>
<li>12.6.1984: ”Poika syntyi. Ei täällä, mutta melkein.”</li>
<li>3.1.1999: ”Avanto jäässä, mieli ei.”</li>
<li>20.8.2015: ”Löydettiin saippua, joka katosi 1991.”</li>
</ul>
<p>Kunta tarjoutui viime vuonna ottamaan saunan hoitoonsa. Kokous pidettiin lauteilla, ja se oli lyhyt.</p>`,
  },
  {
    section,
    title: 'Kun koko kylä oppi viittomaan',
    summary: 'Kolmevuotias Aada sai naapurit kouluun.',
    days: 176,
    by: ['Eero', 'Sanni'],
    category: 'People',
    tags: ['kylä', 'kieli', 'ihmiset'],
    picture: 'notebook',
    alt: 'Kuvio neljänneskaarista',
    likes: [341, 0],
    body: `<p>Aada on kolme ja kuuro. Kun perhe muutti saarelle, äiti pyysi naapurilta vain, että tämä oppisi sanomaan ”hyvää huomenta”.</p>
<p>Naapuri oppi. Sitten kauppias halusi oppia sanat ”maito” ja ”kiitos”, ja lautan kansimies sanan ”odota”. Talvella koululle kokoontui joka keskiviikko kaksikymmentä aikuista, ja opettajana oli Aada, isänsä sylissä.</p>
<p>Nyt saarella on puhetapa, jota mantereella ei ymmärretä. Siihen kuuluu merkki ”tuulee, mutta mennään silti” ja toinen, joka tarkoittaa ”ei siitä sen enempää”.</p>
<p>Aada on tyytyväinen. Hänestä outoa on vain se, että lautan matkustajat huutavat toisilleen, vaikka näkevät.</p>`,
  },
  {
    section,
    title: 'Soutukilpailun hitain voitti taas',
    summary: 'Säännöt ovat vuodelta 1911, eikä niitä ymmärrä kukaan.',
    days: 263,
    by: ['Eero'],
    category: 'Sea and shore',
    tags: ['soutu', 'kilpailu', 'perinne'],
    picture: 'rowing',
    alt: 'Kolme soutuvenettä vihreillä aalloilla',
    likes: [96, 5],
    body: `<p>Merilahden soutu on kolme meripeninkulmaa, ja sen voittaa se, joka tulee maaliin lähimpänä arvaamaansa aikaa. Kelloa ei saa olla mukana. Arvaus annetaan edellisenä iltana suljetussa kuoressa.</p>
<p>Voittaja on nyt neljättä kertaa Hilma Saarinen, 79. Hän arvasi kaksi tuntia ja neljä minuuttia, ja siihen hän käytti kaksi tuntia, viisi minuuttia ja termospullollisen kahvia.</p>
<p>”Nuoret lähtevät liian kovaa”, hän sanoo. ”Sitten ne joutuvat odottamaan itseään.”</p>`,
  },
];
