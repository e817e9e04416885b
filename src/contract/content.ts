/** The nouns of the content API, field by field as the interface lists them. `readOnly` marks computed fields. */
import { Type } from 'typebox';
import {
  COUNTRY,
  color,
  contact,
  flag,
  html,
  id,
  instant,
  integer,
  LATITUDE,
  LONGITUDE,
  locale,
  localInstant,
  nullable,
  OpenGraph,
  oneOf,
  picture,
  pictureAddress,
  readOnly,
  SITE_ADDRESS,
  slug,
  text,
  title,
  webAddress,
  words,
} from './common.ts';

const siteId = id('The site’s id.', readOnly);

export const Site = Type.Object(
  {
    id: id('Site id.', readOnly),
    name: title('Name of the site.', { examples: ['Harbour Post'] }),
    url: webAddress('Public address of the site. Addresses of its articles begin with it.', {
      pattern: SITE_ADDRESS,
    }),
    locale: locale('Language of the site.', { default: 'en' }),
    time_zone: text('IANA time zone of the site’s local times.', {
      format: 'time-zone',
      default: 'UTC',
      examples: ['Europe/Helsinki'],
    }),
    api_key_required: flag('Whether reading the content API of this site needs a key.', { default: false }),
    voting_enabled: flag('Whether visitors may vote on articles.', { default: false }),
    cache_remote_images: flag('Whether the service fetches covers from other servers and serves its own copies.', {
      default: false,
    }),
  },
  { title: 'Site' },
);

export const Section = Type.Object(
  {
    id: id('Section id.', readOnly),
    site_id: siteId,
    name: title('Name of the section.', { examples: ['Harbour life'] }),
    section_url: slug('Slug of the section; by default made from the name.'),
    full_url: webAddress('Full address of the section.', readOnly),
    description: text('Description.', { default: '' }),
    locale: locale('Language of the section; by default the site’s.'),
    order_number: integer('Ordering position; by default last.'),
    show_in_menu: flag('Whether menus should show it.', { default: true }),
    state: oneOf(['public', 'hidden'], 'Only public sections are served.', { default: 'public' }),
    real_time: flag('Whether readers should refresh it in real time.', { default: false }),
    category_id: nullable(id('Article category of the section.')),
    cover_url: picture('Cover image.'),
    brand_color: color('Colour of the section.'),
    name_in_menus: nullable(text('Shorter name for menus.')),
    title_text: nullable(text('Text for the title of the section’s page.')),
    open_graph: Type.Optional(nullable(OpenGraph)),
  },
  { title: 'Section' },
);

export const Author = Type.Object(
  {
    id: id('Unique id.', readOnly),
    firstname: text('First name.', { maxLength: 200, examples: ['Aino'] }),
    lastname: text('Last name.', { maxLength: 200, examples: ['Lindqvist'] }),
    name: text('First and last name combined.', { ...readOnly, examples: ['Aino Lindqvist'] }),
    job_title: text('Job title.', { default: '', examples: ['Editor in chief'] }),
    about: html('Long biography, HTML; may be empty.', { default: '' }),
    short_description: text('Short biography or slogan.', { default: '' }),
    avatar: pictureAddress('Address of the avatar; may be empty.', { default: '' }),
    links: Type.Object(
      Object.fromEntries(
        ['email', 'facebook', 'instagram', 'pinterest', 'twitter', 'website', 'github', 'youtube'].map((name) => [
          name,
          Type.Optional(contact(`The author’s ${name}.`)),
        ]),
      ),
      {
        description: 'Where to find the author elsewhere; may be empty. Further names are allowed.',
        additionalProperties: contact('A web address, an e-mail address or a name there.'),
        maxProperties: 50,
        default: {},
      },
    ),
    order_number: integer('Ordering position; by default last.'),
    tags: words('Keywords.', 'sea'),
  },
  { title: 'Author' },
);

export const ArticleCategory = Type.Object(
  {
    id: id('Category id.', readOnly),
    name: title('Name of the category.', { examples: ['Culture'] }),
    category_url: slug('Slug; by default made from the name.'),
    order_number: integer('Ordering position; by default last.'),
    color: color('Colour of the category.'),
  },
  { title: 'ArticleCategory' },
);

export const FeaturedItemContainer = Type.Object(
  {
    id: id('Container id.', readOnly),
    identifier: text('Not unique; used to filter containers.', { minLength: 1, maxLength: 200, examples: ['front'] }),
    name: title('Name of the container.', { examples: ['Front page'] }),
    link: webAddress('Address associated with the container; may be empty.', { default: '' }),
    order_number: integer('Ordering position; by default last.'),
    type_restriction: text('If set, the only kind of content that the container accepts.', {
      maxLength: 100,
      default: '',
      examples: ['Article'],
    }),
  },
  { title: 'FeaturedItemContainer' },
);

export const Page = Type.Object(
  {
    id: id('Page id.', readOnly),
    site_id: siteId,
    name: title('Title of the page.', { examples: ['About us'] }),
    menu_name: text('Shorter name for menus; by default the title.', { minLength: 1, maxLength: 500 }),
    url: slug('Slug; by default made from the name.'),
    body: html('Text of the page, HTML.', { default: '' }),
    summary: nullable(text('Description for search engines and shares.')),
    meta_title: nullable(text('Title for search engines and shares.')),
    cover_url: picture('Image for shares.'),
    show_in_menu: flag('Whether menus should show it.', { default: true }),
    visibility: oneOf(
      ['private', 'public', 'unlisted'],
      'Public pages are listed, unlisted ones are served by id only, private ones not at all.',
      { default: 'private' },
    ),
  },
  { title: 'Page' },
);

export const Issue = Type.Object(
  {
    id: id('Issue id.', readOnly),
    site_id: siteId,
    number: integer('Running number, starting at 1; by default the next one.', { minimum: 1 }),
    name: title('Name of the issue.', { examples: ['Spring 2026'] }),
    issue_url: slug('Slug; by default made from the name.'),
    published: flag('Whether the issue is served; `published_at` does not matter.', { default: false }),
    cover_url: picture('Cover image.'),
    brand_color: color('Colour of the issue.'),
    created_at: instant('When the issue was created.', readOnly),
    updated_at: instant('When the issue or its content was last edited.', readOnly),
    published_at: nullable(
      instant(
        'The date of the issue, also in the future: it publishes nothing. Set when it is published, unless given.',
      ),
    ),
    published_at_l10n: nullable(localInstant('The same time in the site’s time zone.')),
  },
  { title: 'Issue' },
);

const partId = nullable(id('Id; assigned if omitted.'));
const optionalText = (description: string, options = {}) => Type.Optional(nullable(text(description, options)));

export const EventImage = Type.Object(
  {
    id: Type.Optional(id('Image id; assigned if omitted.')),
    caption: Type.Optional(text('Caption.', { default: '' })),
    link: Type.Optional(nullable(webAddress('Address to link to, if the image is a link.'))),
    url: pictureAddress('Image file.', { minLength: 1 }),
  },
  { title: 'EventImage', additionalProperties: false },
);

const coordinate = (description: string, pattern: string, limit: number, example: string) =>
  Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ['string', 'number', 'null'],
      description: `${description} Served as a string.`,
      pattern,
      minimum: -limit,
      maximum: limit,
      examples: [example],
    }),
  );

export const EventLocation = Type.Object(
  {
    id: Type.Optional(partId),
    name: optionalText('Name of the venue.', { examples: ['Old customs house'] }),
    phone: optionalText('Phone number.'),
    website: Type.Optional(nullable(webAddress('Website.'))),
    locality: optionalText('City or municipality.', { examples: ['Turku'] }),
    postal_code: optionalText('Postal code.'),
    country_code: optionalText('ISO 3166-1 alpha-2.', { pattern: COUNTRY, examples: ['FI'] }),
    street_address_primary: optionalText('Street address.'),
    street_address_secondary: optionalText('Second line of the address.'),
    street_address_tertiary: optionalText('Third line of the address; typically unused.'),
    latitude: coordinate('Latitude.', LATITUDE, 90, '60.4518'),
    longitude: coordinate('Longitude.', LONGITUDE, 180, '22.2666'),
  },
  { title: 'EventLocation', additionalProperties: false },
);

export const EventOrganizer = Type.Object(
  { id: Type.Optional(partId), name: optionalText('Name of the organizer.') },
  { title: 'EventOrganizer', additionalProperties: false },
);

export const Event = Type.Object(
  {
    id: id('Event id.', readOnly),
    site_id: siteId,
    name: title('Name of the event.', { examples: ['Herring market'] }),
    summary: text('Short summary.', { default: '' }),
    description: nullable(html('Long description, HTML.')),
    start_date: instant('Start. A bare date is midnight in the site’s time zone.'),
    end_date: instant('End; by default the start.'),
    all_day: flag('Whether the event lasts whole days: only the dates of start and end count.', { default: false }),
    published_at: nullable(instant('When the content API begins to serve the event; null if it is not published.')),
    registration_deadline: nullable(instant('Deadline for registration; null if there is none.')),
    signup: nullable(webAddress('Address for registration; null if none is required.')),
    free_admission: nullable(flag('Whether admission is free.')),
    tickets: nullable(text('Ticket information.')),
    cover_url: picture('Cover image.'),
    categories: words('Categories.', 'market'),
    languages: words('Languages.', 'fi'),
    tags: words('Keywords.', 'sea'),
    themes: words('Themes.', 'food'),
    images: Type.Array(EventImage, { description: 'Images, including the cover.', maxItems: 200 }),
    location: nullable(EventLocation),
    organizer: nullable(EventOrganizer),
  },
  { title: 'Event' },
);

export const Like = Type.Object(
  {
    article_id: id('The article.', readOnly),
    upvotes: integer('Votes for the article.', { minimum: 0, examples: [12] }),
    downvotes: integer('Votes against the article.', { minimum: 0, examples: [2] }),
    score: integer('Upvotes minus downvotes.', { examples: [10], ...readOnly }),
  },
  { title: 'Like' },
);

export const NewVote = Type.Object(
  { vote: oneOf(['up', 'down', 'none'], '`none` withdraws the vote.', { examples: ['up'] }) },
  { title: 'NewVote', additionalProperties: false },
);
