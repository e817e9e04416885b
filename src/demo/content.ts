/** The demo site: a small paper in a harbour town. `picture` names a file of public/demo. */

export const DEMO_SITE = 1;

export const site = {
  name: 'Harbour Post',
  url: 'https://harbourpost.example',
  locale: 'en',
  time_zone: 'Europe/Helsinki',
};

export const categories = [
  { name: 'News', color: '#1d3557' },
  { name: 'Culture', color: '#7b4b94' },
  { name: 'Sea and shore', color: '#2f5d7c' },
  { name: 'Food', color: '#c8553d' },
  { name: 'People', color: '#b5762a' },
  { name: 'Opinion', color: '#588157' },
];

export const sections = [
  {
    name: 'Harbour life',
    description: 'What happens between the piers.',
    category: 'Sea and shore',
    picture: 'harbour',
    brand_color: '#c1587a',
  },
  {
    name: 'Town and council',
    name_in_menus: 'Town',
    description: 'Decisions, and who took them.',
    category: 'News',
    picture: 'council',
    brand_color: '#30638e',
  },
  {
    name: 'Stage and page',
    name_in_menus: 'Culture',
    description: 'Music, theatre, books.',
    category: 'Culture',
    picture: 'theatre',
    brand_color: '#a4161a',
  },
  {
    name: 'Outer islands',
    description: 'Kallskär, Söderkobb, Norrkobb, and what lies between.',
    picture: 'fog',
    brand_color: '#4f7274',
  },
  {
    name: 'Ruoka',
    description: 'Merilahden maut, satamasta kotikeittiöön.',
    locale: 'fi',
    category: 'Food',
    picture: 'plate',
    brand_color: '#c8553d',
  },
  {
    name: 'Saariston arki',
    description: 'Uutisia, talkoita ja lauttoja.',
    locale: 'fi',
    picture: 'ferry',
    brand_color: '#4f93b8',
  },
  {
    name: 'From the web',
    description: 'What others show and say of the town.',
    picture: 'programme',
    real_time: true,
    brand_color: '#2a9d8f',
  },
  { name: 'Test kitchen', description: 'Not open yet.', state: 'hidden' as const },
];

export const authors = [
  {
    firstname: 'Aino',
    lastname: 'Lindqvist',
    picture: 'author-aino',
    job_title: 'Editor in chief',
    short_description: 'Reads every comment, answers some.',
    about: '<p>Aino came to the Post as a summer trainee in 1998 and never quite left.</p>',
    links: { email: 'aino@harbourpost.example', website: 'https://harbourpost.example/aino' },
    tags: ['council', 'editorial'],
  },
  {
    firstname: 'Jörgen',
    lastname: 'Åström',
    picture: 'author-jorgen',
    job_title: 'Maritime reporter',
    short_description: 'Knows the depth under every keel.',
    about: '<p>Jörgen writes about boats, cargo and weather, in that order.</p>',
    links: { twitter: 'jorgenastrom' },
    tags: ['boats', 'weather'],
  },
  {
    firstname: 'Sanni',
    lastname: 'Mäkelä',
    picture: 'author-sanni',
    job_title: 'Food writer',
    short_description: 'Ei pelkää silakkaa.',
    about: '<p>Sanni kirjoittaa ruoasta ja sen tekijöistä.</p>',
    links: { instagram: 'sannimakela', youtube: 'sannikokkaa' },
    tags: ['food', 'recipes'],
  },
  {
    firstname: 'Tomás',
    lastname: 'Ibarra',
    picture: 'author-tomas',
    job_title: 'Culture critic',
    short_description: 'Third row, aisle seat.',
    about: '<p>Tomás missed the last ferry in 2011 and has reviewed everything within walking distance since.</p>',
    links: { github: 'tibarra' },
    tags: ['music', 'theatre'],
  },
  {
    firstname: 'Ulla',
    lastname: 'Söderholm',
    picture: 'author-ulla',
    job_title: 'Correspondent, outer islands',
    short_description: 'Has a boat, and is not afraid to use it.',
    about:
      '<p>Ulla was a teacher on Norrkobb for thirty years. Half of the people she writes about still raise their hand first.</p>',
    links: { email: 'ulla@harbourpost.example' },
    tags: ['islands', 'people'],
  },
  {
    firstname: 'Eero',
    lastname: 'Kallio',
    picture: 'author-eero',
    job_title: 'Photographer',
    short_description: 'Herää ennen valoa.',
    about: '<p>Eero kuvaa ja kirjoittaa, usein samalla kädellä.</p>',
    links: { instagram: 'eerokallio', pinterest: 'eerokallio' },
    tags: ['pictures', 'saaristo'],
  },
];

export const pages = [
  {
    name: 'About the Post',
    menu_name: 'About',
    visibility: 'public' as const,
    summary: 'Who we are and how to reach us.',
    picture: 'harbour',
    body: '<p>The Harbour Post has been printed within sight of the water since 1921, and online since the water rose.</p><h2>The newsroom</h2><p>Six people, one dog, and a stove. The door at Quay Street 4 is open from nine until the light goes.</p>',
  },
  {
    name: 'Corrections',
    visibility: 'public' as const,
    summary: 'What we got wrong.',
    body: '<p>We correct mistakes where they were made, with the date and the reason.</p><ul><li>The lobster was a boot.</li><li>The heron is not called Gustav. That is the baker.</li></ul>',
  },
  {
    name: 'Become a reader',
    menu_name: 'Subscribe',
    visibility: 'public' as const,
    summary: 'On paper on Thursdays, everywhere on all days.',
    picture: 'post',
    body: '<p>The Post costs what a bun a week costs. Who cannot pay that gets it anyway, and the bun.</p>',
  },
  {
    name: 'Press kit',
    visibility: 'unlisted' as const,
    show_in_menu: false,
    body: '<p>Logos and pictures for those who have the address.</p>',
  },
  { name: 'Style guide', visibility: 'private' as const, show_in_menu: false, body: '<p>For the newsroom only.</p>' },
];

/** Their articles are named by title. */
export const issues = [
  {
    name: 'Ice and iron',
    published: true,
    daysAgo: 280,
    brand_color: '#7aa0c4',
    picture: 'winter',
    articles: [
      'Snow plan: who clears what, and when',
      'Rut Hammar’s letters come home',
      'How to read the harbour’s flags',
    ],
  },
  {
    name: 'Midsummer',
    published: true,
    daysAgo: 125,
    brand_color: '#8bb174',
    picture: 'midsummer',
    articles: [
      'A well, a quarrel and a wedding',
      'Film: how the midsummer pole goes up',
      'Poems on the bread bags',
      'Picture of the week: ribs',
    ],
  },
  {
    name: 'Night lights',
    published: true,
    daysAgo: 14,
    brand_color: '#1d3557',
    picture: 'lighthouse',
    articles: [
      'Picture of the week: five minutes past three',
      'A choir that rehearses in the dark',
      'The night the ferry turned back for a cello',
      'Night watch at the weather station',
    ],
  },
  { name: 'In the making', published: false, articles: [] },
];

export const containers = [
  {
    identifier: 'front',
    name: 'Front page',
    type_restriction: 'Article',
    articles: [
      'Kallskär gets its school back, with four pupils',
      'Council votes to keep the ferry',
      'The herring is back',
    ],
  },
  {
    identifier: 'front',
    name: 'Front page, second row',
    type_restriction: 'Article',
    articles: ['Ääniä torilta: mitä kalakauppias syö', 'Picture of the week: five minutes past three'],
  },
  {
    identifier: 'newsletter',
    name: 'Friday letter',
    link: 'https://harbourpost.example/letter',
    articles: ['The lighthouse walk, step by step', 'Six writers, one lamp', 'Sauna, joka kuuluu kaikille'],
  },
];
