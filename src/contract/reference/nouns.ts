/** Sites and the simple nouns in the management API: words and examples, under the names of the rows. */
import type { manageApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';

const RENDERING =
  'Published articles that show these fields are rendered again; `rendering` shows the progress if there are many.';

type Nouns =
  | 'sites'
  | 'demo'
  | 'operations'
  | 'sections'
  | 'authors'
  | 'articleCategories'
  | 'featuredItemContainers'
  | 'featuredItemContainerArticles'
  | 'pages'
  | 'issues'
  | 'issueArticles'
  | 'events';

export const nounOperations: OperationsOf<Pick<typeof manageApi, Nouns>> = {
  sites: {
    list: {
      summary: 'List sites',
      about: 'The sites that the key is limited to, or all sites.',
      example: {},
    },
    create: {
      summary: 'Create a site',
      about: 'Needs an administrator. `url` is the public address without a trailing slash.',
      example: {
        body: { name: 'Lighthouse Weekly', url: 'https://lighthouse.example', time_zone: 'Europe/Helsinki' },
      },
    },
    read: {
      summary: 'Read a site',
      about: 'One site. `rendering` is null if all articles show its current address and time zone.',
      example: {},
    },
    change: {
      summary: 'Change a site',
      about: `Saves the fields in the body. Opening or closing the site (\`api_key_required\`) needs an administrator. ${RENDERING}`,
      example: { body: { voting_enabled: true } },
    },
    remove: {
      summary: 'Delete a site',
      about: 'Needs an administrator. 409 if the site has any content or a key is limited to it.',
      example: { path: { site_id: 2 }, after: ['sites.create'] },
    },
  },
  demo: {
    read: {
      summary: 'Read the demo',
      about: 'The demo site and what belongs to it; null if there is none on the caller’s sites.',
      example: {},
    },
    remove: {
      summary: 'Remove the demo',
      about:
        'Needs an owner of all sites or a token for all sites. Deletes the demo site with everything in it, and the people of the demo. It continues after the answer: read the demo until it is null. 409 if the site has API keys, webhooks or sources. A caller with a session must have signed in or confirmed it within ten minutes.',
      example: {},
    },
  },
  operations: {
    read: {
      summary: 'Read the operations',
      about:
        'How the installation is: versions, sizes, what waits, backups, and `problems` in plain words. For owners of all sites and tokens for all sites. Figures of the process are those of the one that answers; `/metrics` has more.',
      example: {},
    },
  },
  sections: {
    list: {
      summary: 'List sections',
      about: 'Public and hidden sections, in order.',
      example: { query: { state: 'hidden' } },
    },
    create: {
      summary: 'Create a section',
      about: 'Only `name` is required; the slug is made from it.',
      example: { body: { name: 'Weather', description: 'What the gulls say.', brand_color: '#30638e' } },
    },
    read: {
      summary: 'Read a section',
      about: 'One section, public or hidden.',
      example: {},
    },
    change: {
      summary: 'Change a section',
      about: `Saves the fields in the body. \`hidden\` removes its articles from the content API. ${RENDERING}`,
      example: { path: { id: 8 }, body: { description: 'Opens in spring.' } },
    },
    remove: {
      summary: 'Delete a section',
      about: '409 if it has articles. Articles in the trash do not count.',
      example: { path: { id: 9 }, after: ['sections.create'] },
    },
  },
  authors: {
    list: {
      summary: 'List authors',
      about: 'All authors of the site, in order.',
      example: { query: { count: 2 } },
    },
    create: {
      summary: 'Create an author',
      about: 'First and last name must not both be blank. `about` is sanitised HTML.',
      example: {
        body: { firstname: 'Ida', lastname: 'Holm', job_title: 'Photographer', links: { instagram: 'idaholm' } },
      },
    },
    read: {
      summary: 'Read an author',
      about: 'One author.',
      example: {},
    },
    change: {
      summary: 'Change an author',
      about: `Saves the fields in the body. ${RENDERING}`,
      example: { path: { id: 6 }, body: { short_description: 'Gets up before the light.' } },
    },
    remove: {
      summary: 'Delete an author',
      about: '409 if an article has this author.',
      example: { path: { id: 7 }, after: ['authors.create'] },
    },
  },
  articleCategories: {
    list: {
      summary: 'List article categories',
      about: 'All article categories of the site, in order.',
      example: { query: { count: 2 } },
    },
    create: {
      summary: 'Create an article category',
      about: 'Only `name` is required; the slug is made from it.',
      example: { body: { name: 'Weather', color: '#30638e' } },
    },
    read: {
      summary: 'Read an article category',
      about: 'One article category.',
      example: {},
    },
    change: {
      summary: 'Change an article category',
      about: 'Saves the fields in the body.',
      example: { path: { id: 2 }, body: { color: '#a4161a' } },
    },
    remove: {
      summary: 'Delete an article category',
      about: '409 if a section or an article uses it.',
      example: { path: { id: 7 }, after: ['articleCategories.create'] },
    },
  },
  featuredItemContainers: {
    list: {
      summary: 'List featured item containers',
      about: 'All containers of the site, in order.',
      example: { query: { identifier: 'newsletter' } },
    },
    create: {
      summary: 'Create a featured item container',
      about:
        '`identifier` is not unique: applications find their containers by it. `type_restriction` limits the content of the container.',
      example: { body: { identifier: 'sidebar', name: 'Most read', type_restriction: 'Article' } },
    },
    read: {
      summary: 'Read a featured item container',
      about: 'One container, without its articles.',
      example: {},
    },
    change: {
      summary: 'Change a featured item container',
      about: 'Saves the fields in the body. 422 if an article in it violates the new restriction.',
      example: { path: { id: 2 }, body: { name: 'Second row' } },
    },
    remove: {
      summary: 'Delete a featured item container',
      about: 'Deletes the container. Its articles do not change.',
      example: { path: { id: 4 }, after: ['featuredItemContainers.create'] },
    },
  },
  featuredItemContainerArticles: {
    list: {
      summary: 'List a container’s articles',
      about:
        'The articles of the container as editors see them, in order, including drafts. `fields` limits the answer to the fields that you need.',
      example: {},
    },
    set: {
      summary: 'Set a container’s articles',
      about: 'Replaces the whole list. The content API serves the articles in this order.',
      example: { path: { id: 2 }, body: { article_ids: [3, 1, 2] } },
    },
  },
  pages: {
    list: {
      summary: 'List pages',
      about: 'Pages of every visibility.',
      example: { query: { visibility: 'private' } },
    },
    create: {
      summary: 'Create a page',
      about: 'A page is private by default. `body` is sanitised HTML.',
      example: { body: { name: 'Imprint', body: '<p>Quay Street 4, Havsvik.</p>', visibility: 'public' } },
    },
    read: {
      summary: 'Read a page',
      about: 'One page of any visibility.',
      example: { path: { id: 2 } },
    },
    change: {
      summary: 'Change a page',
      about: 'Saves the fields in the body. Readers see the change at once.',
      example: { path: { id: 4 }, body: { visibility: 'public', show_in_menu: true } },
    },
    remove: {
      summary: 'Delete a page',
      about: 'Deletes the page permanently.',
      example: { path: { id: 6 }, after: ['pages.create'] },
    },
  },
  issues: {
    list: {
      summary: 'List issues',
      about: 'Published and unpublished issues, the highest number first.',
      example: { query: { published: false } },
    },
    create: {
      summary: 'Create an issue',
      about: '`number` is by default the next one. `published_at` is by default the time of publishing.',
      example: { body: { name: 'First snow', brand_color: '#7aa0c4' } },
    },
    read: {
      summary: 'Read an issue',
      about: 'One issue, published or not.',
      example: {},
    },
    change: {
      summary: 'Change an issue',
      about: 'Saves the fields in the body. `published` alone decides whether it is served.',
      example: { path: { id: 4 }, body: { name: 'Open water', published: true } },
    },
    remove: {
      summary: 'Delete an issue',
      about: 'Deletes the issue. Its articles do not change.',
      example: { path: { id: 5 }, after: ['issues.create'] },
    },
  },
  issueArticles: {
    list: {
      summary: 'List an issue’s articles',
      about:
        'The articles of the issue as editors see them, in order, including drafts. `fields` limits the answer to the fields that you need.',
      example: {},
    },
    set: {
      summary: 'Set an issue’s articles',
      about: 'Replaces the whole list.',
      example: { path: { id: 4 }, body: { article_ids: [1, 2] } },
    },
  },
  events: {
    list: {
      summary: 'List events',
      about: 'Events of the site, published or not.',
      example: { query: { count: 1 } },
    },
    create: {
      summary: 'Create an event',
      about:
        'The content API serves the event from `published_at` on; without it, not at all. A bare date is midnight in the site’s time zone.',
      example: {
        body: {
          name: 'Net mending',
          summary: 'Bring a net, or a friend who has one.',
          start_date: '2027-05-08T10:00:00+03:00',
          end_date: '2027-05-08T14:00:00+03:00',
          free_admission: true,
          categories: ['workshop'],
          location: { name: 'Blue shed', locality: 'Havsvik', country_code: 'FI' },
        },
      },
    },
    read: {
      summary: 'Read an event',
      about: 'One event, published or not.',
      example: {},
    },
    change: {
      summary: 'Change an event',
      about:
        'Saves the fields in the body. In `location` and `organizer`, too, omitted fields keep their value; null removes the whole.',
      example: { path: { id: 2 }, body: { tickets: '10 € at the door', location: { phone: '+358 2 000 0000' } } },
    },
    remove: {
      summary: 'Delete an event',
      about: 'Deletes the event permanently.',
      example: { path: { id: 3 } },
    },
  },
};
