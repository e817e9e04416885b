/** The demo site: a small paper in a harbour town. `picture` names a file of public/files/demo. */

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
  { name: 'Opinion', color: '#588157' },
];

export const sections = [
  {
    name: 'Harbour life',
    description: 'What happens between the piers.',
    category: 'Sea and shore',
    picture: 'harbour',
  },
  { name: 'Town and council', description: 'Decisions, and who took them.', category: 'News', picture: 'winter' },
  { name: 'Stage and page', description: 'Music, theatre, books.', category: 'Culture', picture: 'concert' },
  {
    name: 'Ruoka',
    description: 'Kaupungin maut, satamasta kotikeittiöön.',
    locale: 'fi',
    category: 'Food',
    picture: 'market',
  },
  { name: 'Test kitchen', description: 'Not open yet.', state: 'hidden' as const },
];

export const authors = [
  {
    firstname: 'Aino',
    lastname: 'Lindqvist',
    job_title: 'Editor in chief',
    short_description: 'Reads every comment, answers some.',
    about: '<p>Aino came to the Post as a summer trainee in 1998 and never quite left.</p>',
    links: { email: 'aino@harbourpost.example', website: 'https://harbourpost.example/aino' },
    tags: ['council', 'editorial'],
  },
  {
    firstname: 'Jörgen',
    lastname: 'Åström',
    job_title: 'Maritime reporter',
    short_description: 'Knows the depth under every keel.',
    about: '<p>Jörgen writes about boats, cargo and weather, in that order.</p>',
    links: { twitter: 'jorgenastrom' },
    tags: ['boats', 'weather'],
  },
  {
    firstname: 'Sanni',
    lastname: 'Mäkelä',
    job_title: 'Food writer',
    short_description: 'Ei pelkää silakkaa.',
    about: '<p>Sanni kirjoittaa ruoasta ja sen tekijöistä.</p>',
    links: { instagram: 'sannimakela', youtube: 'sannikokkaa' },
    tags: ['food', 'recipes'],
  },
  {
    firstname: 'Tomás',
    lastname: 'Ibarra',
    job_title: 'Culture critic',
    short_description: 'Third row, aisle seat.',
    about: '',
    links: { github: 'tibarra' },
    tags: ['music', 'theatre'],
  },
];

export const pages = [
  {
    name: 'About the Post',
    menu_name: 'About',
    visibility: 'public' as const,
    summary: 'Who we are and how to reach us.',
    body: '<p>The Harbour Post has been printed within sight of the water since 1921, and online since the water rose.</p>',
  },
  {
    name: 'Corrections',
    visibility: 'public' as const,
    summary: 'What we got wrong.',
    body: '<p>We correct mistakes where they were made, with the date and the reason.</p>',
  },
  {
    name: 'Press kit',
    visibility: 'unlisted' as const,
    show_in_menu: false,
    body: '<p>Logos and pictures for those who have the address.</p>',
  },
  { name: 'Style guide', visibility: 'private' as const, show_in_menu: false, body: '<p>For the newsroom only.</p>' },
];

export const issues = [
  { name: 'Ice and iron', published: true, published_at: '2026-02-01', brand_color: '#7aa0c4', picture: 'winter' },
  {
    name: 'The market returns',
    published: true,
    published_at: '2026-05-04',
    brand_color: '#c8553d',
    picture: 'market',
  },
  { name: 'Night lights', published: true, published_at: '2026-09-07', brand_color: '#1d3557', picture: 'lighthouse' },
  { name: 'In the making', published: false },
];

export const containers = [
  { identifier: 'front', name: 'Front page', type_restriction: 'Article' },
  { identifier: 'front', name: 'Front page, second row', type_restriction: 'Article' },
  { identifier: 'newsletter', name: 'Friday letter', link: 'https://harbourpost.example/letter' },
];

/** Days are counted from the day on which the demo is filled, so that there is always something on. */
export const events = [
  {
    name: 'Herring market',
    day: 0,
    days: 3,
    all_day: true,
    summary: 'Three days of fish, bread and argument about both.',
    description: '<p>Boats from the whole archipelago, stalls along the east quay.</p>',
    free_admission: true,
    categories: ['market'],
    themes: ['food', 'sea'],
    languages: ['fi', 'sv'],
    tags: ['herring'],
    picture: 'market',
    location: {
      name: 'East quay',
      locality: 'Turku',
      postal_code: '20100',
      country_code: 'FI',
      street_address_primary: 'Itäinen Rantakatu 1',
      latitude: '60.4518',
      longitude: '22.2666',
    },
    organizer: 'Harbour Town Market Board',
  },
  {
    name: 'Reading night at the old library',
    day: 2,
    from: '18:00',
    to: '21:30',
    summary: 'Six writers, one lamp.',
    categories: ['literature'],
    themes: ['culture'],
    languages: ['en', 'fi'],
    tags: ['books'],
    tickets: '8 € at the door, free for students',
    free_admission: false,
    picture: 'library',
    location: { name: 'Old library', locality: 'Turku', country_code: 'FI', street_address_primary: 'Linnankatu 2' },
    organizer: 'Friends of the Library',
  },
  {
    name: 'Lighthouse walk',
    day: 9,
    from: '10:00',
    to: '15:00',
    summary: 'Twelve kilometres there, and a boat back.',
    signup: 'https://harbourpost.example/lighthouse-walk',
    deadline: 7,
    categories: ['outdoors'],
    themes: ['sea'],
    languages: ['fi', 'sv', 'en'],
    tags: ['walking'],
    picture: 'lighthouse',
    organizer: 'Pilots’ Association',
  },
  {
    name: 'Midnight concert',
    day: 20,
    from: '23:00',
    to: '24:00',
    summary: 'Ends as the next day begins.',
    categories: ['music'],
    themes: ['culture'],
    languages: ['en'],
    tags: ['choir'],
    tickets: '15 €',
    picture: 'concert',
    organizer: 'Harbour Choir',
  },
  { name: 'Editorial planning day', day: 12, all_day: true, summary: 'Not for the public.', draft: true },
];
