/** The guest API: words and examples, under the names of the rows. */
import type { manageApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';

const TEXT = {
  title: 'The ferry sails at noon',
  body: '<p>From the <b>east</b> pier.</p>',
  url: 'https://partner.example/ferry',
  author: 'Ida Holm',
};
const path = { external_id: 'story-4711' };
/** One pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

export const guestOperations: OperationsOf<Pick<typeof manageApi, 'guestArticles' | 'guestMedia'>> = {
  guestArticles: {
    offer: {
      summary: 'Offer an article',
      about:
        'Sends an article to the source of the key, and answers what became of it. The same `external_id` is the same article for ever: a repeat changes nothing, and another text is a change. With `application/x-ndjson`, up to 500 articles, one per line of up to 64 kB; `results` has the status of each. docs/guests.md has the rules.',
      example: { body: { external_id: 'story-4711', ...TEXT } },
    },
    put: {
      summary: 'Put an offered article',
      about:
        'The same as offering it, with the `external_id` in the address. A change is applied unless an editor has changed the article or had to approve it; then it waits, and `has_pending_change` is true.',
      example: { path, body: { ...TEXT, title: 'The ferry sails at one' }, after: ['guestArticles.offer'] },
    },
    read: {
      summary: 'Read an offered article',
      about: 'What became of an article that you have offered, and why.',
      example: { path, after: ['guestArticles.put'] },
    },
    withdraw: {
      summary: 'Withdraw an offered article',
      about:
        'Takes an article back for good: it is unpublished and moved to the trash, even if an editor has approved it, and the same `external_id` is not taken again. A repeat is 204 too.',
      example: { path, after: ['guestArticles.put'] },
    },
  },
  guestMedia: {
    create: {
      summary: 'Upload a partner’s picture',
      about:
        'Uploads a picture of up to 20 MiB, as a form with the field `file` or in base64, for articles that you offer: name its `url` or `path` as `cover_url` or in the text. Nobody can read it until an article that shows it is published; one that nothing uses is deleted after 30 days.',
      example: { body: { data: PICTURE, name: 'ferry.png', alt_text: 'The ferry at the east pier' } },
    },
  },
};
