import type { DemoArticle } from './article.ts';

const section = 'Town and council';

export const townAndCouncil: DemoArticle[] = [
  {
    section,
    title: 'Council votes to keep the ferry',
    summary: 'Nine votes to eight, at ten to midnight.',
    days: 40,
    by: ['Aino'],
    category: 'News',
    tags: ['council', 'ferry', 'budget'],
    picture: 'council',
    alt: 'Rows of coloured dots in a half circle',
    pin: 0,
    likes: [194, 27],
    body: `<p>The ferry stays. For how long was a question nobody wanted to put at that hour.</p>
<p>The proposal to replace the evening departures with a taxi boat had been on the table since August. It would have saved 84,000 a year, the finance committee had reckoned, “and cost us every teenager on the outer islands”, as Councillor Ann-Sofi Berg put it, to applause that the chair asked the gallery to take outside.</p>
<h2>How they voted</h2>
<p>Nine for the ferry, eight against, none absent: that has not happened since the vote on the clock. The ninth vote was that of Leif Nyman, who had spoken against it for twenty minutes.</p>
<blockquote><p>I listened to myself and was not convinced.</p></blockquote>
<p>The money comes from the repaving of Station Street, which will keep its holes until the spring after next. There is no station there either, so that, as one councillor remarked on the stairs, nobody can say that the town breaks promises in any particular order.</p>`,
  },
  {
    section,
    title: 'What the new library will cost',
    summary: 'Less than the car park, more than was promised.',
    days: 12,
    by: ['Aino'],
    category: 'News',
    tags: ['council', 'library', 'budget'],
    picture: 'library',
    alt: 'Shelves full of books',
    likes: [66, 8],
    links: [{ title: 'All figures as a table', url: 'https://harbourpost.example/library-figures' }],
    body: `<p>The figures, line by line, and who signed them. We asked for them in March; they came on Friday at five minutes to four, in a box, on paper, sorted by colour.</p>
<h2>The building</h2>
<p>4.1 million, of which the roof is a third. It is a good roof. It slopes towards the sea, so that snow slides away from the entrance and not, as in the first drawing, into it.</p>
<h2>The books</h2>
<p>None. The books come from the old library, by hand, in a line of people, on the last Saturday in August. Six hundred have signed up and the line has to be nine hundred long.</p>
<ul>
<li>Promised in 2022: 3.4 million</li>
<li>Decided in 2024: 3.9 million</li>
<li>Signed this week: 4.1 million</li>
<li>The car park, for comparison: 4.6 million, no books</li>
</ul>
<p>“It is the first building in this town that I have seen grow only by a fifth,” says the auditor, Kerstin Ek, who has audited eleven of them. She has asked for a reading chair by the window. It is on page 31, and costs 340.</p>`,
  },
  {
    section,
    title: 'The clock on the town hall is right again',
    summary: 'After nineteen months the town has no more excuse.',
    days: 73,
    by: ['Aino'],
    category: 'News',
    tags: ['town hall', 'clock', 'repairs'],
    picture: 'notebook',
    alt: 'A pattern of quarter circles',
    likes: [140, 5],
    body: `<p>At noon on Wednesday it struck twelve, and people in the square looked up, looked at their telephones, and looked up again. It was noon.</p>
<p>The clock had been seven minutes slow since the winter before last. Appointments were made in “town hall time”; the bakery closed by it, the bank did not, and the bus driver kept two watches.</p>
<p>The repair took one screw, one week, and nineteen months of correspondence about who owns the tower. It belongs to the parish up to the bell and to the town above it. The screw was in between.</p>
<p>Clockmaker Vilho Tanner charged for two hours and a ferry ticket. On the inside of the case he found the pencilled names of his grandfather and of his grandfather’s complaint: <em>“Seven minutes slow. Have told them.”</em></p>`,
  },
  {
    section,
    title: 'School kitchen wins back its spoons',
    summary: 'A small story about 212 spoons and one letter.',
    days: 118,
    by: ['Ulla'],
    category: 'People',
    tags: ['school', 'people'],
    picture: 'coffee',
    alt: 'A cup of coffee on a table',
    likes: [98, 0],
    body: `<p>In September the kitchen of the Shore School had 260 spoons. In March it had 48, and soup was eaten in shifts.</p>
<p>Head cook Irma Salo did not call the police. She wrote a letter, and it went home in every bag. It said that the spoons were missed, that they were of no great value but had been together for a long time, and that they could be put into the basket by the door, where no one would be standing.</p>
<p>On the first day there were nineteen. On the second, fifty-five. By Friday the basket held 212 spoons of the school, eleven that had never belonged to it, a cheese slicer and a note: “Sorry. I was building something.”</p>
<p>What was being built is not known. The soup on Monday was pea, for everyone, at once.</p>`,
  },
  {
    section,
    title: 'Minutes of a meeting about meetings',
    summary: 'The council shortens its evenings, after a long one.',
    days: 167,
    by: ['Aino'],
    category: 'Opinion',
    tags: ['council', 'editorial'],
    picture: 'programme',
    alt: 'A pattern in warm colours',
    likes: [77, 19],
    body: `<p><strong>Editorial.</strong> The council has decided that its meetings shall end at ten. It decided so at twenty past eleven.</p>
<p>We have sat in the press row for these evenings, on the chairs that the theatre no longer wanted. We are in favour. But we have timed the last ten meetings, and it is not the debate that is long:</p>
<ul>
<li>Debate: 1 hour 50 minutes on average</li>
<li>Finding the right paper: 35 minutes</li>
<li>Explaining to each other that one will be brief: 41 minutes</li>
</ul>
<p>A clock on the wall would help, now that the town has one that works. So would a rule that our readers suggest: who says “in conclusion” must conclude.</p>
<p>In conclusion: it is a start.</p>`,
  },
  {
    section,
    title: 'Who waters the geraniums on Quay Street',
    summary: 'Nobody hired her, nobody pays her, and nobody dares to stop her.',
    days: 254,
    by: ['Ulla'],
    category: 'People',
    tags: ['people', 'garden'],
    picture: 'garden',
    alt: 'Flowers before three beehives',
    likes: [231, 1],
    body: `<p>At half past five, before the street sweeper and after the gulls, an old woman in a yellow raincoat walks down Quay Street with two cans. There are sixty-two pots. She needs nine trips to the pump.</p>
<p>The town’s gardener thought that the harbour paid her. The harbour thought that it was the shopkeepers. The shopkeepers thought that it rained a lot.</p>
<h2>Her name is Dagny Fors</h2>
<p>She is eighty-four and was a wireless operator at sea. “You keep the hours,” she says. “I wake for the morning watch, and there is no ship. So I do the geraniums.”</p>
<p>The town has offered her a badge, a hose and a small fee. She has accepted the hose.</p>`,
  },
  {
    section,
    title: 'Snow plan: who clears what, and when',
    summary: 'Keep this page. You will look for it in January.',
    days: 290,
    by: ['Aino'],
    category: 'News',
    tags: ['winter', 'guide', 'town hall'],
    picture: 'winter',
    alt: 'Red cottages in snow',
    body: `<p>The town clears in three rounds. It has always done so; what is new is that it says in which order.</p>
<ol>
<li><strong>Before six:</strong> the school road, the ferry ramp, the hill to the health centre.</li>
<li><strong>Before nine:</strong> the streets with a bus, and Church Hill from both sides.</li>
<li><strong>By evening:</strong> everything else, the cul-de-sacs in the order of the alphabet, in odd years backwards.</li>
</ol>
<p>Steps and gates are the owner’s. Snow may be put on one’s own ground, on the marked heaps, and by old right into the sea at the end of Net Lane, but not, as the plan says with a sigh that can be heard on paper, “into the neighbour’s”.</p>
<p>Sand is in the red boxes. It is for walking on. The boxes are counted in April.</p>`,
  },
];
