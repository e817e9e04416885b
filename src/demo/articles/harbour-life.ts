import type { DemoArticle } from './article.ts';

const section = 'Harbour life';

export const harbourLife: DemoArticle[] = [
  {
    section,
    title: 'The herring is back',
    summary: 'Three weeks late and in a hurry.',
    days: 33,
    by: ['Jörgen'],
    category: 'Sea and shore',
    tags: ['herring', 'boats', 'fishing'],
    picture: 'harbour',
    alt: 'Two sailing boats before a low sun',
    likes: [148, 3],
    body: `<p>On Tuesday the water by the east quay turned silver, and by noon there was no parking left. The herring had come in during the night, three weeks later than last year and, by the look of it, with an appointment elsewhere.</p>
<p>“You hear it before you see it,” says Gunnel Rönn, who has sold nets from the blue shed since the days when the shed was green. “A sort of rain that falls upwards.”</p>
<h2>Why so late</h2>
<p>The spring was cold and the ice went out in one piece instead of many. Below it the water stayed at two degrees until the end of the month, and herring, unlike journalists, do not come to work before it is warm enough.</p>
<ul>
<li>First catch landed: 04:10, by the <em>Ingeborg</em></li>
<li>Crates by nine in the morning: 212</li>
<li>Price at the quay: 2.80 a kilo, then 2.20, then “take it”</li>
</ul>
<p>The first crate went, as it has since 1934, to the home for the elderly on Church Hill, where it was fried in rye flour and eaten before the photographer arrived.</p>`,
  },
  {
    section,
    title: 'Ice on the inner bay by December, says the pilot',
    summary: 'He has been wrong once, in 1987.',
    days: 17,
    by: ['Jörgen'],
    category: 'Sea and shore',
    tags: ['weather', 'ice', 'pilots'],
    picture: 'winter',
    alt: 'Red cottages in snow',
    likes: [87, 11],
    body: `<p>The pilot looks at the gulls, not at the forecast. When they sit on the breakwater with their backs to the church, he says, the bay will carry a dog by Independence Day and a man by Lucia.</p>
<p>Bror Wikström has given the harbour its ice date every autumn for forty-one years. He writes it on a piece of cardboard, puts it into an envelope and leaves it with the harbour master, who opens it at the Christmas lunch.</p>
<blockquote><p>People say that I guess. I do not guess. I listen to my knee, and then I ask the gulls for a second opinion.</p></blockquote>
<p>The one miss, in 1987, he explains by a ship that came in from warm water with a full ballast tank. The harbour master has the log of that ship, and finds nothing against it.</p>
<p>This year’s envelope is sealed. The betting at the harbour café stands at two buns to one for the ninth.</p>`,
  },
  {
    section,
    title: 'The lighthouse walk, step by step',
    summary: 'Twelve kilometres with the wind behind you, and a boat back.',
    days: 1,
    by: ['Jörgen', 'Eero'],
    category: 'Sea and shore',
    tags: ['walking', 'lighthouse', 'sea'],
    picture: 'lighthouse',
    alt: 'A striped lighthouse at night, its beam over the water',
    frontPin: 0,
    likes: [213, 2],
    next: ['The herring is back', 'Ice on the inner bay by December, says the pilot'],
    cta: { label: 'Sign up for the guided walk', url: 'https://harbourpost.example/lighthouse-walk' },
    links: [
      { title: 'Timetable of the lighthouse boat', url: 'https://harbourpost.example/timetables' },
      { title: 'The walk as a map', url: 'https://harbourpost.example/lighthouse-map' },
    ],
    body: `<p>Start at the pilots’ house, where the road ends and the argument about the right shoes begins. Bring something warm; the wind out there does not read calendars.</p>
<h2>The first four kilometres: forest</h2>
<p>The path follows the old telephone line. Half of the poles still stand, and on the third one somebody has nailed a box with a visitors’ book. The oldest entry that can be read says “Rain. Went back.”</p>
<h2>The next five: rock</h2>
<p>Now it opens. The granite is rose-coloured and as smooth as a table, with pools that are warm enough for a child’s feet in August. Follow the white dots; the yellow ones belong to the surveyors and lead into the sea.</p>
<ol>
<li>At the split boulder keep left, whatever the sign says.</li>
<li>Fill your bottle at the spring below the seamark.</li>
<li>Count your party before the causeway, and after it.</li>
</ol>
<h2>The last three: causeway</h2>
<p>It is dry for six hours around low water. The lighthouse keeper’s granddaughter, <strong>Maj Lillström</strong>, rings the bell an hour before it closes. “Everybody has time for one more picture,” she says. “Nobody has time for two.”</p>
<p>The boat back leaves from the lee side at five. It waits for those who wave.</p>`,
  },
  {
    section,
    title: 'Forty years at the fuel pump',
    summary: 'Ritva Holm sells diesel, ice cream and the truth about your propeller.',
    days: 58,
    by: ['Jörgen'],
    category: 'People',
    tags: ['people', 'boats', 'harbour'],
    picture: 'ferry',
    alt: 'A yellow ferry on a calm day',
    likes: [176, 0],
    body: `<p>You can tell a boat’s owner by how they come alongside, says Ritva Holm, and she has seen some nine hundred come alongside each summer since 1986. The good ones stop. The others arrive.</p>
<p>Her pump stands at the end of the guest pier under a roof that her husband built from a washed-up hatch. On the wall hang forty calendars, one a year, each with a cross on the day the first visitor ran out of fuel within sight of it.</p>
<h2>The record</h2>
<p>It is the third of May, 2004. “He had rowed the last mile with a frying pan,” she remembers. “A nice man. He still sends a card.”</p>
<p>Next spring the pump gets a card reader and Ritva a helper, her niece Elin, who has learned the business since she was tall enough to hold a rope. What will change? “The ice cream,” says Elin. “We are getting liquorice.”</p>`,
  },
  {
    section,
    title: 'A new breakwater, stone by stone',
    summary: 'Nine thousand tonnes of granite, one diver and a very patient crane.',
    days: 96,
    by: ['Jörgen'],
    category: 'News',
    tags: ['harbour', 'building', 'granite'],
    picture: 'storm',
    alt: 'A ferry among high waves',
    body: `<p>Every stone has a number. Not because anyone counts them twice, says foreman Kaj Sund, but because a stone with a number is put down more carefully.</p>
<p>The old breakwater lost eleven metres in the storm of last November. The new one will be forty metres longer and bend towards the south-west, from where, as the harbour board puts it in its report, “the weather prefers to come”.</p>
<h3>What happens when</h3>
<ul>
<li><strong>Now:</strong> the bed is levelled, from half past six, quietly.</li>
<li><strong>In June:</strong> the large stones come by barge from Kallskär, less quietly.</li>
<li><strong>In September:</strong> the light is moved, and for one night there will be none. Mariners are told by radio, poets by this newspaper.</li>
</ul>
<p>The diver, Petra Grahn, checks each layer by hand. She has found two anchors, a tin of coffee from the fifties and, on Thursday, a lobster of a size she would rather not discuss until it is weighed.</p>
<p>It was an old boot. But for an hour it was a very good lobster.</p>`,
  },
  {
    section,
    title: 'The night the ferry turned back for a cello',
    summary: 'Sixty passengers voted. It was not close.',
    days: 142,
    by: ['Jörgen', 'Tomás'],
    category: 'People',
    tags: ['ferry', 'music', 'people'],
    picture: 'town',
    alt: 'Lit windows by night',
    likes: [302, 4],
    body: `<p>It was ten minutes past eight, the last ferry had cleared the red buoy, and on the quay behind it stood a cello, alone, in its case, with a sticker that said <em>fragile</em> in four languages.</p>
<p>Its owner, nineteen-year-old Linnea Dahl, was on board and on her way to the examination for which she had practised six years. She noticed at the kiosk. “I had my coffee in one hand and my change in the other,” she says, “and I thought: why do I have two hands?”</p>
<blockquote><p>The rules say that I may turn for a person in danger. I asked the passengers whether a cello counts.</p></blockquote>
<p>That is Captain Henrik Malm, who took the vote over the loudspeaker. Fifty-eight hands went up. The two others belonged to a couple asleep on the upper deck.</p>
<p>The ferry was thirty-four minutes late. Linnea passed. On the way home, in June, she played on the car deck from the red buoy to the quay, and nobody got into their car until she had finished.</p>`,
  },
  {
    section,
    title: 'What the divers found under the guest pier',
    summary: 'Eleven phones, a wedding ring, and the mayor’s bicycle.',
    days: 214,
    by: ['Jörgen'],
    category: 'News',
    tags: ['harbour', 'diving', 'environment'],
    picture: 'chart',
    alt: 'A nautical chart with a dotted course',
    likes: [121, 1],
    body: `<p>Once every five years the harbour is emptied of what people say they never dropped. This time eighteen volunteers of the diving club spent a weekend under the guest pier, with lamps, baskets and a barge for what would not fit into a basket.</p>
<h2>The list</h2>
<ul>
<li>11 telephones, one of which rang when it was dried</li>
<li>64 sunglasses, 2 of them in good taste</li>
<li>1 wedding ring, engraved “T. &amp; B. 1991”</li>
<li>1 bicycle, with a lock, and the lock with a name</li>
</ul>
<p>The bicycle is the mayor’s. It was reported stolen in 2016, on the morning after the crayfish party. “I stand by what I said then,” says the mayor, “which was very little.”</p>
<p>The ring was claimed within the hour. Birgitta and Torsten Öhman are still married; they had simply agreed never to speak of it. What nobody claims is sold at the herring market, for the club’s new compressor.</p>`,
  },
  {
    section,
    title: 'How to read the harbour’s flags',
    summary: 'Seven that matter, and the one that means coffee.',
    days: 311,
    by: ['Eero'],
    category: 'Sea and shore',
    tags: ['harbour', 'guide', 'boats'],
    picture: 'column',
    alt: 'A pattern in blue, red and white',
    body: `<p>The mast on the harbour office speaks all day, and hardly anyone listens. A short course.</p>
<h3>The serious ones</h3>
<ol>
<li><strong>Blue and white, swallow-tailed:</strong> a diver is down. Slow, and wide.</li>
<li><strong>Red, swallow-tailed:</strong> fuel is being pumped. No smoking, no welding, no bright ideas.</li>
<li><strong>Yellow, square:</strong> a ship from abroad has not been cleared yet.</li>
<li><strong>A black ball:</strong> somebody lies at anchor where you meant to go.</li>
</ol>
<h3>The local ones</h3>
<p>A green pennant means that the herring price has changed. A white one with a fish means that it has changed for the better, and for whom is a question of which side of the scales you stand on.</p>
<p>And the brown square with a white ring, which puzzles every visitor? It goes up at ten and at two. It means coffee, and it is the only signal in the harbour that is obeyed by all vessels.</p>`,
  },
];
