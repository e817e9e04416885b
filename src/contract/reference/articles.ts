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
        'Articles in every state, last changed first, with filters and other orders. Read further pages with `cursor`; with `as_of` the list does not change while others save. `deleted=true` lists the trash. docs/articles.md has more.',
      example: { query: { state: 'draft,pending' } },
    },
    create: {
      summary: 'Create an article',
      about:
        'A new article is a draft by default; `"state": "published"` saves and publishes it at once. Only `title` and `section_id` are required. docs/articles.md describes the life cycle of an article.',
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
        'Publishes, unpublishes, changes, deletes or restores up to 100 articles, one after the other. Each operation has its own result: a failure does not stop the others. docs/articles.md has an example.',
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
      about:
        'One article as editors see it, by its uid, or by its id if it has been published. With `deleted=true` it is one in the trash, and `deletion` says who moved it there and how long it stays.',
      example: {},
    },
    change: {
      summary: 'Change an article',
      about:
        'Saves the fields in the body. Readers see the change when the article is published again. Send the `ETag` that you read as `If-Match`, to avoid overwriting the work of others: if it is stale, the answer is 409 and shows who changed which fields. `autosave=true` is for programs that save while someone writes.',
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
        'Restores the article from the trash, unpublished. Its slug gets a number if another article now uses it. Send `section_id` if its section was deleted.',
      example: { path: { uid: 5 }, after: ['articles.remove'] },
    },
    publish: {
      summary: 'Publish an article',
      about:
        'Publishes the saved text, now or at `publish_at`, and notifies receivers. Publishing again publishes later edits as an `update`. docs/articles.md has all transitions.',
      example: { path: { uid: 2 }, after: ['articles.change', 'webhooks.create'] },
    },
    unpublish: {
      summary: 'Unpublish an article',
      about: 'Readers no longer see the article and receivers get `unpublish`. A schedule is cancelled.',
      example: { path: { uid: 4 } },
    },
    discard: {
      summary: 'Discard unpublished changes',
      about:
        'Saves the published text of a published article as a new version, which counts as the published one: nothing is left to publish, and readers notice nothing. The changes remain as revisions; restoring the one before brings them back. 409 if the article is not published.',
      example: { path: { uid: 1 } },
    },
    pin: {
      summary: 'Pin an article',
      about:
        'Sets where the article is pinned in its section and on the front page; null unpins it. Readers see it at once.',
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
      about: 'The articles that are pinned on the front page, or with `section_id` in a section, in order.',
      example: {},
    },
    set: {
      summary: 'Set pins',
      about:
        'Replaces all pins of the front page, or with `section_id` of a section, in one transaction. Articles that are not in the list are unpinned. Readers see pins at once; edits are not published. Send the `ETag` of the list as `If-Match` to get 409 if someone else has changed the pins.',
      example: { body: { pins: [] } },
    },
  },
  tags: {
    list: {
      summary: 'List tags',
      about: 'Tags that begin with `q`, most used first, from the 5,000 articles that were saved last.',
      example: { query: { q: 'f', count: 3 } },
    },
  },
  counts: {
    read: {
      summary: 'Read counts',
      about: 'The number of articles in each state, without the trash.',
      example: {},
    },
  },
  revisions: {
    list: {
      summary: 'List an article’s revisions',
      about: 'Every save of the article, newest first, and when readers saw it.',
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
        'Creates a link to an unpublished article that works for anyone who has it, for 7 days, and always shows the last saved text. `url` is the site’s `preview_url` with the token. The link also ends when the article is deleted. Authors can create links only to their own unpublished articles.',
      example: {},
    },
    list: {
      summary: 'List an article’s previews',
      about: 'The links that have not expired, newest first. Their tokens are never shown again.',
      example: { after: ['previews.create'] },
    },
    revoke: {
      summary: 'Revoke a preview',
      about: 'Ends the link at once.',
      example: { after: ['previews.list'] },
    },
    read: {
      summary: 'Read a preview',
      about:
        'The article as it would be served if it were published now, with its section and category. Needs no key but the token. Any page may read it, and caches must not store it. 404 if the link has ended.',
      example: { path: { token: EXAMPLE_TOKEN }, after: ['previews.create'] },
    },
  },
  presence: {
    set: {
      summary: 'Set presence',
      about:
        'Reports that the caller has an article open, for the next 45 seconds. Repeat it every 20 seconds, and send `"active": false` when the article is closed. The answer lists everyone who has it open. Presence does not lock the article.',
      example: { body: { uid: EXAMPLE_UID, field: 'body' } },
    },
  },
  live: {
    read: {
      summary: 'Read live events',
      about:
        'A stream of server-sent events: `article` for each article that was saved, published or deleted, `presence` when someone opens or closes one, `counts` when counts may have changed. `ready` follows the events since the last event id; after `reset`, read everything again. Send `Accept: text/event-stream`. docs/live.md has the rules.',
      example: { query: { once: true } },
    },
  },
  likes: {
    set: {
      summary: 'Set an article’s likes',
      about:
        'Overwrites the counters, for instance after an import. Later votes of visitors are added to them. docs/likes.md has more.',
      example: { path: { article_id: 2 }, body: { upvotes: 12, downvotes: 2 } },
    },
  },
  changes: {
    list: {
      summary: 'List changes',
      about:
        'Every change of the published articles, in order of commit, with the article as the content API serves it. Continue with `cursor`. It is 410 if the cursor is older than 30 days, or if a restore from a backup has undone its change: start again without a cursor. A copy built from this feed alone is complete.',
      example: { query: { count: 1 } },
    },
  },
};
