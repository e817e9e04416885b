import type { DemoArticle } from './article.ts';

const section = 'Stage and page';

export const stageAndPage: DemoArticle[] = [
  {
    section,
    title: 'A choir that rehearses in the dark',
    summary: 'They say that one listens better.',
    days: 28,
    by: ['Tomás'],
    category: 'Culture',
    tags: ['choir', 'music'],
    picture: 'concert',
    alt: 'A choir in coloured light',
    likes: [134, 2],
    body: `<p>At eight the lights go out. At a quarter past, someone finds the first note, and thirty-one people walk towards it.</p>
<p>The Harbour Choir has sung in the old net loft since 1962. The dark came with a power cut in 2019, in the middle of a hymn that nobody knew by heart. They finished it. “It was the first time,” says the conductor, Mirjam Ahl, “that the basses were with us on the last page.”</p>
<blockquote><p>In the light you look at the conductor. In the dark you have to look at the music, and it is not on the paper.</p></blockquote>
<h2>How to join</h2>
<p>Come on a Thursday, and come early: there is one switch and no torch. New singers stand in the middle, where it is hardest to get lost. There is no audition. “If you are still there when the lights come on,” says Ahl, “you are in.”</p>`,
  },
  {
    section,
    title: 'Six writers, one lamp',
    summary: 'The reading night, and what was read.',
    days: 3,
    by: ['Tomás'],
    category: 'Culture',
    tags: ['books', 'library', 'reading'],
    picture: 'library',
    alt: 'Shelves full of books',
    frontPin: 2,
    likes: [59, 1],
    next: ['A choir that rehearses in the dark'],
    body: `<p>The lamp flickered twice, both times at the right place.</p>
<p>Six writers had been asked to bring a text that they had never read aloud. The audience, seventy people on sixty chairs, had been asked to bring a blanket. Both did as they were told, which is more than one can say of most festivals.</p>
<h2>What stays</h2>
<p>Johanna Felt read a list of everything her mother had repaired, and with what. It took eleven minutes, and nobody coughed. Emil Strand read the first page of a novel, apologised, and read a better one, by his daughter, who is nine.</p>
<p>And when the poet Saga Lund had finished, she did not look up but turned the page as if there were more. There was a long silence. It turned out to be the poem.</p>
<p>The next reading night is in the spring. The lamp stays as it is.</p>`,
  },
  {
    section,
    title: 'Review: “The Pilot’s Daughter” has the wind with it',
    summary: 'Summer theatre that needs no weather, and gets some.',
    days: 49,
    by: ['Tomás'],
    category: 'Culture',
    tags: ['theatre', 'review'],
    picture: 'theatre',
    alt: 'A lamp on a stage between red curtains',
    likes: [71, 9],
    body: `<p>A play on a rock has two leading parts, and one is the sky. On Friday it entered in the second act, from the left, dark blue, and stayed.</p>
<p>The ensemble of the Rock Stage went on. Ebba Norrgård as the daughter sang against the wind and won; her father, Stig Palm, lost his hat, his beard and one line, and found all three in the course of a monologue about patience.</p>
<h2>The play</h2>
<p>It is by Rut Hammar, who died in 1951 and never saw it performed. A girl learns the channel by heart because her father is losing his sight, and for one winter she is the pilot, and nobody is told. It could be sentimental. It is instead very exact: there are fourteen turns, and by the interval one knows them.</p>
<p>In the last scene she steers by the smell of the bakery. It was baking. I do not know how they arranged that.</p>
<p><em>Rock Stage, until the end of August. Bring what you would bring on a boat.</em></p>`,
  },
  {
    section,
    title: 'The accordion factory that never was',
    summary: 'Forty instruments, one catalogue, and a very long winter.',
    days: 84,
    by: ['Tomás'],
    category: 'Culture',
    tags: ['music', 'history'],
    picture: 'programme',
    alt: 'A pattern in warm colours',
    body: `<p>In the attic of the customs house there is a catalogue of 1927: <em>Havsvik Accordions, Eleven Models, Post Free</em>. It has drawings, prices and a testimonial from a bishop. There was never a factory.</p>
<p>There was Oskar Blom, customs officer, with two hands, a lathe and a winter in which no ship came for a hundred and three days. He built forty. He drew the catalogue to have something to post.</p>
<p>Orders came from as far as Duluth. Blom answered each by hand and explained that the waiting time was, at present, nine years. Eleven people waited.</p>
<p>Seven of the forty have been found, and six will be played together for the first time at the museum on Saturday. The seventh is in Duluth. Its owner, who is ninety, will join by telephone, “on the slow ones”.</p>`,
  },
  {
    section,
    title: 'Poems on the bread bags',
    summary: 'What the baker reads is what the town reads.',
    days: 131,
    by: ['Tomás'],
    category: 'Culture',
    tags: ['books', 'poetry', 'bakery'],
    picture: 'coffee',
    alt: 'A cup of coffee on a table',
    likes: [155, 3],
    body: `<p>It began as a misprint. The bags had come with somebody else’s advertisement, and baker Rafael Moreau turned them inside out and wrote on the blank side, so that people should not think that he sold tyres.</p>
<p>The first poem was about yeast. The second was not about yeast. By the summer there was a queue on Tuesdays, when the new one came, and the library reported that four people had asked for “the one with the heron”.</p>
<h3>Send yours</h3>
<ul>
<li>At most ten lines, because of the window in the bag.</li>
<li>No advertising, no greetings, no obituaries without the family’s consent.</li>
<li>The baker decides. He reads at three in the morning, “when nothing false gets past”.</li>
</ul>
<p>The best of the year will be printed by the Post at midsummer, on paper, without crumbs.</p>`,
  },
  {
    section,
    title: 'A film club with one rule',
    summary: 'Nobody may say afterwards what it was about.',
    days: 189,
    by: ['Tomás'],
    category: 'Culture',
    tags: ['film', 'culture'],
    picture: 'town',
    alt: 'Lit windows by night',
    likes: [48, 6],
    body: `<p>On the first Monday of the month forty people climb the stairs to the room above the chandlery, where there is a projector, a sheet that has been ironed, and a stove that has to be fed between the reels.</p>
<p>The club has one rule. After the film there is soup, and over the soup one may talk about the light, the faces, the music, the dog. One may not say what it was about.</p>
<blockquote><p>If you could say it in a sentence, they would have made a sentence.</p></blockquote>
<p>That is Ingrid Sjö, projectionist, who in forty years has stopped a film once, when the curtain caught fire. “Everybody stayed in their seats,” she says. “They thought that it belonged to it.”</p>`,
  },
  {
    section,
    title: 'Rut Hammar’s letters come home',
    summary: 'Three hundred letters, found in a boat.',
    days: 338,
    by: ['Tomás', 'Aino'],
    category: 'Culture',
    tags: ['books', 'history', 'library'],
    picture: 'post',
    alt: 'Letters around a yellow postbox',
    body: `<p>They lay in a watertight tin under the floorboards of a boat that was to be burned at midsummer. The boy who had the matches wanted the tin.</p>
<p>Rut Hammar wrote to her sister on Kallskär every Sunday from 1919 to 1948, and the sister kept them where she kept what was dear to her: on board. There are recipes, rehearsals, the price of paint, and the first draft of <em>The Pilot’s Daughter</em>, in the margin of a letter about a cow.</p>
<p>The library will show twenty of them in the autumn. All are being photographed; whoever can read her hand is asked to help, because she wrote, as she says herself, “as the hens walk, but with more to report”.</p>`,
  },
];
