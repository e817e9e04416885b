import type { DemoArticle } from './article.ts';

const section = 'Outer islands';

export const outerIslands: DemoArticle[] = [
  {
    section,
    title: 'Kallskär gets its school back, with four pupils',
    summary: 'And a teacher who also drives the bus, which is a boat.',
    days: 6,
    by: ['Ulla'],
    category: 'News',
    tags: ['islands', 'school', 'people'],
    picture: 'fog',
    alt: 'Islands in fog',
    pin: 0,
    frontPin: 1,
    likes: [267, 2],
    body: `<p>The bell was still there. So were the wall bars, the map with two countries that no longer exist, and in the cupboard a box of chalk, unopened, dated 2003.</p>
<p>On Monday at nine Alma, Nils, Otso and little Freja sat down in the front row, because there is no other. They are six, seven, nine and eleven. Their teacher, Hanna Wide, came from the mainland with two suitcases and a skipper’s licence; the job asked for both.</p>
<h2>Why now</h2>
<p>Because of a cable. Since the spring the island has a line that holds, and with it came two families who work where their screens are. Freja’s mother draws bridges. “I have drawn eleven,” she says, “and chosen a place without one.”</p>
<p>The timetable: reading, counting, sea. On the first day they learned the names of the rocks between the pier and the school. Otso knew most of them. “But not,” says his teacher, “how they are spelled. Nobody does. We are going to decide.”</p>`,
  },
  {
    section,
    title: 'The last of the winter mail',
    summary: 'When the ice neither carries nor breaks, there is Rune.',
    days: 22,
    by: ['Ulla'],
    category: 'People',
    tags: ['islands', 'mail', 'ice'],
    picture: 'post',
    alt: 'Letters around a yellow postbox',
    likes: [112, 0],
    body: `<p>For some weeks each year there is no way out here. The ice does not carry and does not break. The ferry waits, the car waits, the snow scooter has learned its lesson. Then Rune Back takes the ice boat.</p>
<p>It is a rowing boat on runners. One pushes it at a run, with one leg inside, and when the ice gives way one is already sitting. “You must not think,” says Rune, who is sixty-six. “The boat knows. It is older than I am.”</p>
<p>He carries letters, medicine, newspapers and now and then a birthday cake, which he does not recommend. In thirty years he has lost one parcel. It was found in May, on a beach in the next parish, with the stamps still on, and delivered.</p>
<p>Next winter a hydrocopter takes over. Rune will teach its driver the route. “It makes a lot of noise,” he says. “But so did my father.”</p>`,
  },
  {
    section,
    title: 'Counting eiders with the Lindroos sisters',
    summary: 'Two thermoses, one telescope, 4,112 birds.',
    days: 64,
    by: ['Ulla', 'Eero'],
    category: 'Sea and shore',
    tags: ['birds', 'islands', 'nature'],
    picture: 'birds',
    alt: 'Birds in formation over a rising sun',
    likes: [145, 1],
    body: `<p>They count in different languages, so as not to disturb each other. Greta counts in Swedish, Helmi in Finnish, and at every full hour they compare. In twenty-six springs they have differed by more than ten only once, and that was a swan.</p>
<p>The eider comes in April, low over the water in long, wavering lines. From the outermost rock of Söderkobb one sees them as a pencil stroke that someone is drawing while one looks.</p>
<h2>The figures</h2>
<ul>
<li>This spring: 4,112 in nine mornings</li>
<li>Last spring: 3,870</li>
<li>In 1999: 11,204, and the telescope was worse</li>
</ul>
<p>The university calls their notebooks “a treasure”. The sisters call them “the notebooks”. They are kept in a bread tin, with a pencil, and a note for whoever finds the tin: <em>please go on</em>.</p>`,
  },
  {
    section,
    title: 'A well, a quarrel and a wedding',
    summary: 'How Söderkobb got water, in three summers.',
    days: 156,
    by: ['Ulla'],
    category: 'People',
    tags: ['islands', 'history', 'wedding'],
    picture: 'midsummer',
    alt: 'Dancers around a midsummer pole',
    likes: [188, 3],
    body: `<p>The first summer they dug in the wrong place, because both families knew the right one and it lay on the boundary.</p>
<p>The second summer they did not speak, except through the priest, who came out on Thursdays and found it tiring. “I have been asked to tell you,” he is said to have said, “that the rope is yours.”</p>
<p>The third summer Karin Södergård, twenty-three, and Anders Norrgård, twenty-five, went down into the hole one Sunday while everyone was at church, and dug for an hour and ten minutes, and when they came up they were wet to the knees and engaged.</p>
<h2>Fifty years later</h2>
<p>They celebrated on Saturday at the well, with the whole island, which is thirty-one people. The water is excellent. It has never run dry, and it stands, as the surveyor found in 1998, entirely on the Södergårds’ side.</p>
<p>“We know,” says Anders. “We thought it best not to mention it.”</p>`,
  },
  {
    section,
    title: 'Night watch at the weather station',
    summary: 'Every three hours, since 1886, somebody goes out and looks.',
    days: 203,
    by: ['Ulla', 'Jörgen'],
    category: 'Sea and shore',
    tags: ['weather', 'islands', 'night'],
    picture: 'aurora',
    alt: 'Northern lights over two cottages',
    likes: [203, 1],
    body: `<p>There are instruments that do it. They are accurate, they never sleep, and they report once a minute to a computer in the capital. But clouds they cannot name.</p>
<p>So at three in the morning Tuula Ranta puts on her coat over her nightdress and goes out onto the rock. She looks west, north, east, south, and up. She stays as long as it takes to say the Lord’s Prayer, a measure which her predecessor left in the instructions and which nobody has found reason to change.</p>
<blockquote><p>Stratocumulus, five eighths, and under it something that I shall have to call lovely.</p></blockquote>
<p>That word cannot be transmitted. It goes into the book, which she keeps beside the form, for the thirty-one colours that the form does not have. The book of 1886 begins: “Clear. Cold. A seal.”</p>
<p>On the night of our visit there were northern lights from two until four. In the column for remarks she wrote: <em>visitors; did not sleep either</em>.</p>`,
  },
  {
    section,
    title: 'The shop that opens when you ring',
    summary: 'Three bells: one for milk, two for fuel, three for company.',
    days: 275,
    by: ['Ulla'],
    category: 'People',
    tags: ['islands', 'shop', 'people'],
    picture: 'sauna',
    alt: 'A cottage on poles at dusk',
    likes: [164, 0],
    body: `<p>There is a rope by the door. Pull once, and Solveig comes with the key to the fridge. Pull twice, and she comes with the key to the pump. Pull three times, and she puts the coffee on, because then you have not come for anything.</p>
<p>The shop on Norrkobb has been in the family since it was a boathouse with a shelf. It has four hundred articles, counted in January, and sells most of them. The wedding veil has been in the window since 1974; it is there “to show that we think of everything”.</p>
<p>In winter there are nine customers. Solveig could close, and was told so by a consultant, who had come for a day and, on account of the fog, stayed for four. His report recommends that the shop be kept exactly as it is. He rang three times.</p>`,
  },
];
