/** Articles in the management API: words and examples, under the names of the rows. */
import type { manageApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';
import { EXAMPLE_TOKEN, EXAMPLE_UID } from './token.ts';

export const articleOperations: OperationsOf<
  Pick<
    typeof manageApi,
    'articles' | 'pins' | 'tags' | 'counts' | 'revisions' | 'previews' | 'presence' | 'live' | 'likes' | 'changes'
  >
> = {
  articles: {
    list: {
      summary: 'List articles',
      about:
        'Articles in every state, drafts included, the last changed first, with filters and orders. Page through it with `cursor`; with `as_of` the list does not change while others save. `deleted=true` lists the trash. docs/articles.md has more.',
      example: { query: { state: 'draft,pending' } },
    },
    create: {
      summary: 'Create an article',
      about:
        'A new article is a draft unless `state` says otherwise; `published` saves and publishes it at once. Only `title` and `section_id` are required. docs/articles.md describes the life cycle of an article.',
      example: {
        body: {
          title: 'Fog until noon',
          section_id: 1,
          summary: 'The ferry waits.',
          body: '<p>And then some.</p>',
          author_ids: [2],
          tags: ['fog', 'ferry'],
        },
      },
    },
    batch: {
      summary: 'Change articles',
      about:
        'Publishes, unpublishes, changes, deletes or restores up to 100 articles, one after the other. Each has a result of its own: one that fails does not stop the others. docs/articles.md has an example.',
      example: {
        body: {
          operations: [
            { uid: '8', action: 'change', article: { tags: ['council', 'harbour'] } },
            { uid: '9', if_match: 99, action: 'publish' },
          ],
        },
      },
    },
    read: {
      summary: 'Read an article',
      about: 'One article as editors see it, by its uid, or by its id once it was published.',
      example: {},
    },
    change: {
      summary: 'Change an article',
      about:
        'Saves the fields that the body names. Readers see the change when the article is published again. Send the ETag you read as `If-Match`, so that nobody’s work is overwritten: a stale one is 409 and says who changed which fields since. `autosave=true` is for programs that save while someone writes.',
      example: { path: { uid: 2 }, body: { summary: 'Brown square, white ring: coffee.', tags: ['harbour', 'flags'] } },
    },
    remove: {
      summary: 'Delete an article',
      about: 'Moves the article to the trash, where it is stored for 30 days. A published article is unpublished.',
      example: { path: { uid: 5 } },
    },
    restore: {
      summary: 'Restore an article',
      about:
        'Takes the article out of the trash, unpublished. Its slug gets a number if another article uses it now. Send `section_id` when its section was deleted.',
      example: { path: { uid: 5 }, after: ['articles.remove'] },
    },
    publish: {
      summary: 'Publish an article',
      about:
        'Publishes the saved text, now or at `publish_at`, and notifies receivers. A repeat publishes later edits, as an `update`. docs/articles.md has all transitions.',
      example: { path: { uid: 2 }, after: ['articles.change', 'webhooks.create'] },
    },
    unpublish: {
      summary: 'Unpublish an article',
      about: 'Readers no longer see the article and receivers get `unpublish`. A schedule is cancelled.',
      example: { path: { uid: 4 } },
    },
    pin: {
      summary: 'Pin an article',
      about: 'Sets where the article is pinned in its section and on the front page; null unpins it. It acts at once.',
      example: { path: { uid: 6 }, body: { pinned_index: 0 } },
    },
    recheck: {
      summary: 'Recheck an article',
      about: 'Renders the published article again in the background and sends `update`, even if nothing changed.',
      example: { path: { uid: 7 } },
    },
  },
  pins: {
    list: {
      summary: 'List pins',
      about: 'The articles that are pinned on the front page, or in a section with `section_id`, in their order.',
      example: {},
    },
    set: {
      summary: 'Set pins',
      about:
        'Replaces all pins of the front page, or of a section with `section_id`, in one transaction. Articles that the list does not name are unpinned. Pins act at once, without publishing edits. With the `ETag` of the list as `If-Match` it is 409 when someone else has changed the pins meanwhile.',
      example: { body: { pins: [] } },
    },
  },
  tags: {
    list: {
      summary: 'List tags',
      about: 'Tags that begin with `q`, the most used first, of the 5,000 articles that were saved last.',
      example: { query: { q: 'f', count: 3 } },
    },
  },
  counts: {
    read: {
      summary: 'Read counts',
      about: 'How many articles are in each state, without the trash.',
      example: {},
    },
  },
  revisions: {
    list: {
      summary: 'List an article’s revisions',
      about: 'Every save of the article, the newest first.',
      example: {},
    },
    read: {
      summary: 'Read a revision',
      about: 'The article text of the revision.',
      example: {},
    },
    restore: {
      summary: 'Restore a revision',
      about: 'Saves the text of the revision as a new version. Readers see it when the article is published again.',
      example: { path: { uid: 3 } },
    },
  },
  previews: {
    create: {
      summary: 'Create a preview',
      about:
        'A link that shows the article to anyone who has it, before it is published: it shows what is saved at the time it is opened, for 7 days. `url` is made of the site’s `preview_url`. The link ends when the article is deleted. Authors make links to their own unpublished articles.',
      example: {},
    },
    list: {
      summary: 'List an article’s previews',
      about: 'The links that have not ended, the newest first. Their tokens are never shown again.',
      example: { after: ['previews.create'] },
    },
    revoke: {
      summary: 'Revoke a preview',
      about: 'The link ends at once.',
      example: { after: ['previews.list'] },
    },
    read: {
      summary: 'Read a preview',
      about:
        'The article as it would be served if it were published now, with its section and category. The token is the key: any page may read it, nothing caches it. 404 once it has ended.',
      example: { path: { token: EXAMPLE_TOKEN }, after: ['previews.create'] },
    },
  },
  presence: {
    set: {
      summary: 'Set presence',
      about:
        'Says that the caller has an article open, for the next 45 seconds: repeat it every 20 seconds, and send `"active": false` when it is closed. The answer lists everyone who has it open. It is a notice, not a lock.',
      example: { body: { uid: EXAMPLE_UID, field: 'body' } },
    },
  },
  live: {
    read: {
      summary: 'Read live events',
      about:
        'A stream of server-sent events: `article` for each article that was saved, published or deleted, `presence` when someone opens or closes one, `counts` when counts may differ. `ready` follows what happened since the last event id, `reset` means: read everything again. Send `Accept: text/event-stream`. docs/live.md has the rules.',
      example: { query: { once: true } },
    },
  },
  likes: {
    set: {
      summary: 'Set an article’s likes',
      about:
        'Overwrites the counters, for instance after an import. Votes of visitors are counted on top. docs/likes.md.',
      example: { path: { article_id: 2 }, body: { upvotes: 12, downvotes: 2 } },
    },
  },
  changes: {
    list: {
      summary: 'List changes',
      about:
        'Every change of what the content API serves, in the order of the commits, with the article as it is served. Go on from `cursor`; it is 410 when it is older than 30 days, or when a restore from a backup has undone its change: begin again without it. A copy built from this feed alone is complete.',
      example: { query: { count: 1 } },
    },
  },
};
