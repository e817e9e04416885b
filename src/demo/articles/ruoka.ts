import type { DemoArticle } from './article.ts';

const section = 'Ruoka';

export const ruoka: DemoArticle[] = [
  {
    section,
    title: 'Silakka, sitruuna ja kolme sääntöä',
    summary: 'Yksinkertainen on vaikeinta.',
    days: 24,
    by: ['Sanni'],
    category: 'Food',
    tags: ['silakka', 'reseptit', 'herring'],
    picture: 'plate',
    alt: 'Kolme silakkaa lautasella',
    likes: [119, 4],
    body: `<p>Ensimmäinen sääntö: älä kiirehdi pannua. Toinen: älä käännä kalaa kahdesti. Kolmas sääntö on mummoni, ja se kuuluu: vieraat odottavat kalaa, kala ei odota vieraita.</p>
<h2>Neljälle</h2>
<ul>
<li>800 g perattuja silakoita</li>
<li>2 dl karkeita ruisjauhoja</li>
<li>1 sitruuna, suolaa ja nokare voita</li>
</ul>
<p>Kuivaa fileet. Kääntele ne ruisjauhoissa, johon olet sekoittanut suolan ja puolet sitruunan kuoresta. Anna voin vaahdota ja vaieta: vasta kun pannu on hiljaa, se on valmis.</p>
<p>Paista kaksi minuuttia nahkapuoli alaspäin ja yksi toisin päin. Purista päälle sitruunaa ja syö heti, mieluiten seisaallaan keittiössä, kuten kaikki hyvä ruoka syödään.</p>`,
  },
  {
    section,
    title: 'Ääniä torilta: mitä kalakauppias syö',
    summary: 'Ei kalaa, ainakaan maanantaisin.',
    days: 8,
    by: ['Sanni'],
    category: 'Food',
    tags: ['tori', 'silakka', 'ihmiset'],
    picture: 'market',
    alt: 'Kolme torikojua raidallisin katoksin',
    pin: 0,
    likes: [83, 2],
    body: `<p>Kysyimme kuudelta kalakauppiaalta, mitä he syövät kotona. Viisi vastasi.</p>
<p>”Makaronilaatikkoa”, sanoo Raimo Kuusela, joka on myynyt siikaa samalla kulmalla vuodesta 1979. ”Mutta sunnuntaisin siikaa. Jonkun täytyy tietää, mitä tässä myydään.”</p>
<p>Marja Lehto syö kalansa raakana, suolan ja tillin kanssa, ja vasta kun viimeinen asiakas on lähtenyt. ”Jos joku näkee, se haluaa samanlaisen. Eikä minulla ole lautasia.”</p>
<blockquote><p>Maanantaisin minä en katso kalaa silmiin.</p></blockquote>
<p>Kuudes, nuorin heistä, punastui ja pyysi miettimisaikaa. Hän on kasvissyöjä. Emme kerro, kuka.</p>`,
  },
  {
    section,
    title: 'Saaristolaisleipä, joka ei kiirehdi',
    summary: 'Kolme päivää, joista kaksi on odottamista.',
    days: 78,
    by: ['Sanni'],
    category: 'Food',
    tags: ['leipä', 'reseptit'],
    picture: 'coffee',
    alt: 'Kahvikuppi ja leipä pöydällä',
    likes: [142, 7],
    body: `<p>Tumma, makea, painava: saaristolaisleipä on tehty kestämään matkan, jota ei enää ole. Siksi se on parasta vasta kolmantena päivänä, ja siksi sitä ei koskaan ole silloin jäljellä.</p>
<h3>Kaksi vuokaa</h3>
<ol>
<li>Sekoita litra piimää, kaksi desiä siirappia ja pala hiivaa. Lämpötila: kuin kesäkuun meri, ei enempää.</li>
<li>Lisää maltaat, ruisjauhot ja vehnäjauhot, kunnes lusikka pysyy pystyssä mutta epäröi.</li>
<li>Anna nousta kaksi tuntia. Älä kurki.</li>
<li>Paista kaksi tuntia miedossa lämmössä ja voitele lopuksi siirapilla.</li>
</ol>
<p>Kääri leivät pyyhkeeseen ja piilota ne. Kaappi ei riitä; meillä niitä on säilytetty pianossa.</p>`,
  },
  {
    section,
    title: 'Keitto, jonka koko kylä keittää',
    summary: 'Kuusikymmentä litraa ja yhtä monta mielipidettä.',
    days: 149,
    by: ['Sanni'],
    category: 'Food',
    tags: ['keitto', 'kylä', 'lohi'],
    picture: 'supper',
    alt: 'Kalaa lautasella raidallisella liinalla',
    likes: [91, 3],
    body: `<p>Joka elokuu Norrkobbin rantaan nostetaan pata, joka on ostettu armeijalta ja johon mahtuu kuusikymmentä litraa. Sitten aloitetaan väittely.</p>
<p>Perunat ensin, siitä ollaan yhtä mieltä. Sipulista ei olla. Tillistä on äänestetty kahdesti, ja molemmilla kerroilla tilli voitti yhdellä äänellä.</p>
<p>Lohi tulee viimeisenä, isoina paloina, kun pata on jo vedetty sivuun. ”Se ei saa kiehua”, sanoo keittomestari Alpo Nurmi. ”Se saa vain kuulla, että muut ovat kiehuneet.”</p>
<p>Keitto on valmis kello viisi. Se on ollut valmis kello viisi vuodesta 1958, riippumatta siitä, milloin se on aloitettu.</p>`,
  },
  {
    section,
    title: 'Puutarhan viimeinen: omenat kellariin',
    summary: 'Mitä lajikkeet kertovat, kun niitä kuuntelee.',
    days: 233,
    by: ['Sanni', 'Eero'],
    category: 'Food',
    tags: ['omenat', 'puutarha', 'syksy'],
    picture: 'garden',
    alt: 'Kukkia ja kolme mehiläispesää',
    body: `<p>Omena on poimittava, kun se irtoaa kysymättä. Jos joudut vetämään, se ei ole vielä sanottavansa sanonut.</p>
<p>Kellari saa olla kylmä, kostea ja pimeä, toisin sanoen kellari. Asettele omenat niin, etteivät ne koske toisiinsa. Ne eivät riitele, mutta ne tarttuvat toistensa tunnelmaan.</p>
<ul>
<li><strong>Kesäomenat</strong> syödään puun alla.</li>
<li><strong>Syysomenat</strong> kestävät Luciaan.</li>
<li><strong>Talviomenat</strong> ovat parhaimmillaan, kun muut ovat hillona.</li>
</ul>
<p>Ja se yksi, johon joku on haukannut ja jonka on pannut takaisin? Se on lapsen omena. Se säilyy aina.</p>`,
  },
];
