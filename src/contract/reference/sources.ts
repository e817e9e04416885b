/** Sources in the management API: words and examples, under the names of the rows. */
import type { manageApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';

const DOCUMENT =
  '<rss version="2.0"><channel><title>Harbour office</title><item><guid>7</guid><title>The pier is closed</title><link>https://example.com/pier</link><pubDate>Fri, 27 Mar 2026 06:00:00 GMT</pubDate></item></channel></rss>';
const LIST =
  '<opml version="2.0"><head/><body><outline text="Ferries" xmlUrl="https://example.com/ferries.xml"/></body></opml>';
const created = { after: ['sources.create'] };

export const sourceOperations: OperationsOf<Pick<typeof manageApi, 'sources'>> = {
  sources: {
    list: {
      summary: 'List sources',
      about: 'The sources of the site, with the result of the last poll of each.',
      example: created,
    },
    create: {
      summary: 'Create a source',
      about:
        'Adds a feed, which is polled at once and then as often as new items appear in it; or, with `"kind": "guest_api"` and a `name`, a source that a partner sends articles to; or, with `"kind": "media_tracker"`, `account_id` and `targets`, a tracker of posts in a social network (docs/trackers.md). Its articles are pending unless `approval` is `auto`. docs/sources.md has the rules.',
      example: {
        body: { url: 'https://example.com/feed.xml', section_id: 1, name: 'Harbour office', tags: ['harbour'] },
      },
    },
    read: {
      summary: 'Read a source',
      about: 'One source. `state`, `failures` and `last_error` show how its polls went.',
      example: created,
    },
    change: {
      summary: 'Change a source',
      about:
        'Saves the fields in the body. `"active": false` pauses it. Another `url`, other `targets` or another `account_id` start over: all of its items may be new. Articles that were already taken do not change.',
      example: { body: { active: false }, after: ['sources.poll'] },
    },
    remove: {
      summary: 'Delete a source',
      about: 'Deletes the source with its ledger. Its articles stay.',
      example: { after: ['sources.change'] },
    },
    poll: {
      summary: 'Poll a source',
      about:
        'Makes the next poll due at once. It runs after the answer; a paused source, and one that is neither a feed nor a media tracker, is 409.',
      example: { after: ['sources.create', 'sources.read', 'sources.list'] },
    },
    renewAddress: {
      summary: 'Renew the address of a source',
      about:
        'Gives an e-mail source a new address. The one before takes messages for 30 more days, earlier ones until their own end. 409 for other kinds.',
      example: { path: { id: 901 } },
    },
    exportOpml: {
      summary: 'Export a list of feeds',
      about: 'The feeds of the site as OPML, which feed readers read.',
      example: created,
    },
    importOpml: {
      summary: 'Import a list of feeds',
      about:
        'Adds a source for each feed of a list in OPML that the site does not have. Each is added or refused by itself, and `results` has the status of each. Those that there was no time for have 503, and `remaining` counts them: send the list again.',
      example: { body: { document: LIST, section_id: 1 }, after: ['sources.exportOpml', 'sources.remove'] },
    },
    preview: {
      summary: 'Preview a source',
      about:
        'Reads a feed, by its `url` or as a `document`; a mailbox by its `email` settings; a media tracker by `account_id` and `targets`; or any of them that the site has by `source_id`; and answers with the items that it would bring. No item is stored. A network is asked within its quota, and one that charges within the cap of the account; of a mailbox, only what a list of messages shows is read, and nothing is marked. A source that cannot be read is 422 and says why.',
      example: { body: { document: DOCUMENT } },
    },
  },
};
