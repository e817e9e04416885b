/** Moderation in the management API: words and examples, under the names of the rows. */
import type { manageApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';

const RULE = { name: 'Advertising', match: { words: ['lottery*'] }, action: 'reject', position: 10 };

export const intakeOperations: OperationsOf<
  Pick<
    typeof manageApi,
    'sourceItems' | 'pendingArticles' | 'articleDecisions' | 'intakeRules' | 'blocked' | 'erasures' | 'intakeHold'
  >
> = {
  sourceItems: {
    list: {
      summary: 'List source items',
      about:
        'The ledger: every item that the sources offered, the newest first, with its article or the reason why there is none. For the next page, send the last id as `max_id`.',
      example: { query: { state: 'rejected' } },
    },
    read: {
      summary: 'Read a source item',
      about:
        'One item of the ledger. Its `ETag` names the version of its article, if it has one, and the state of the article unless that is pending: `"3.published"`.',
      example: {},
    },
    approve: {
      summary: 'Approve a source item',
      about:
        'Publishes the article of an item, now or at `publish_at`, or makes it a draft. A rejected item gets its article back, or a new one while its content is stored. 409 if its content is no longer stored, or another item is the same. Send the `ETag` of the item as `If-Match` to approve only what you have read, and what nobody else has decided.',
      example: { path: { id: 2 }, body: { state: 'draft' }, after: ['sources.create', 'sourceItems.claim'] },
    },
    withdrawApproval: {
      summary: 'Withdraw an approval',
      about: 'Takes an approval back: the article is unpublished, and pending again.',
      example: { path: { id: 2 }, after: ['sourceItems.approve'] },
    },
    reject: {
      summary: 'Reject a source item',
      about:
        'Moves the article of an item to the trash, and stores the reason. The item is not taken again, even if the source changes it.',
      example: { path: { id: 2 }, body: { reason: 'Advertising.' }, after: ['sourceItems.withdrawApproval'] },
    },
    withdrawRejection: {
      summary: 'Withdraw a rejection',
      about: 'Takes a rejection back, also that of a rule: the article is pending.',
      example: { path: { id: 2 }, after: ['sourceItems.reject', 'sourceItems.decide'] },
    },
    decide: {
      summary: 'Decide about source items',
      about:
        'Approves or rejects up to 500 items. Each decision succeeds or fails by itself, and `results` has the status of each. Those that there was no time for have 503, and `remaining` counts them: send them again.',
      example: { body: { decisions: [{ id: 2, decision: 'reject' }] }, after: ['sourceItems.reject'] },
    },
    readUpstream: {
      summary: 'Read an upstream change',
      about:
        'The latest change of the source that was kept, because an editor had changed the article, or had to approve it: both texts, and the fields that differ. 404 if there is none.',
      example: { path: { id: 3 }, after: ['sources.create'] },
    },
    applyUpstream: {
      summary: 'Apply an upstream change',
      about:
        'Saves the fields of the source in the article, all that differ or those that are named, and publishes it with `publish`. Send the `ETag` that you read as `If-Match`, and the `hash`, to get 409 if the article or the change is another one by now.',
      example: { path: { id: 3 }, body: { fields: ['title'] }, after: ['sourceItems.readUpstream'] },
    },
    dismissUpstream: {
      summary: 'Dismiss an upstream change',
      about: 'Forgets the change. The article stays as it is, and the next change of the source is kept again.',
      example: { path: { id: 4 }, after: ['sources.create'] },
    },
    claim: {
      summary: 'Claim a source item',
      about:
        'Says for 60 seconds that you look at an item, so that another moderator takes the next one. 409 if someone else does. Decisions do not need a claim.',
      example: { path: { id: 2 } },
    },
    releaseClaim: {
      summary: 'Release a source item',
      about: 'Ends your claim of an item. Claims of others stay.',
      example: { path: { id: 2 } },
    },
  },
  pendingArticles: {
    list: {
      summary: 'List pending articles',
      about:
        'The queue of moderators: every article that waits for approval, from sources and from people, the oldest first, with its item in the ledger. For the next page, send the last `uid` as `after`. Decide about an article of a source by its item, and about another one by publishing it or with a decision.',
      example: { query: { count: 1 } },
    },
    read: {
      summary: 'Read a pending article',
      about:
        'One of the queue, with what became of other articles of the same sender. The text is that of the article. 404 if it is no longer pending.',
      example: { path: { uid: '8' } },
    },
    claim: {
      summary: 'Claim a pending article',
      about:
        'Says for 60 seconds that you look at it, so that another moderator takes the next one. 409 if someone else does, with `claimed_by`. The claim of an article of a source is that of its item.',
      example: { path: { uid: '8' } },
    },
    releaseClaim: {
      summary: 'Release a pending article',
      about: 'Ends your claim. Claims of others stay.',
      example: { path: { uid: '8' } },
    },
    decide: {
      summary: 'Return or reject a submission',
      about:
        'Makes a pending article that a person submitted a draft again, or moves it to the trash, with a note for its author. 409 for an article of a source: decide about its item. Send the `ETag` of the article as `If-Match` to decide only about what you have read.',
      example: { path: { uid: '8' }, body: { outcome: 'returned', note: 'Who says so?' } },
    },
    withdrawDecision: {
      summary: 'Take back a decision',
      about: 'Takes the last decision about a submission back: the article is pending again, and the note is deleted.',
      example: { path: { uid: '8' }, after: ['pendingArticles.decide'] },
    },
  },
  articleDecisions: {
    list: {
      summary: 'List decisions about submissions',
      about:
        'Which articles of people were returned or rejected, by whom and why, the newest first. Authors see those about articles that they have created. For the next page, send the last `id` as `max_id`. Decisions about articles of sources are in the ledger (source-items).',
      example: { after: ['pendingArticles.withdrawDecision'] },
    },
  },
  intakeRules: {
    list: {
      summary: 'List intake rules',
      about: 'The rules of the site, in the order in which they run.',
      example: { after: ['intakeRules.create'] },
    },
    create: {
      summary: 'Create an intake rule',
      about:
        'Adds a rule, which judges every new item and every change from then on. docs/sources.md has the order of blocks, rules and approval.',
      example: { body: RULE },
    },
    read: {
      summary: 'Read an intake rule',
      about: 'One rule.',
      example: { after: ['intakeRules.create'] },
    },
    change: {
      summary: 'Change an intake rule',
      about: 'Saves the fields in the body. Items that were judged before stay as they are.',
      example: { body: { active: false }, after: ['intakeRules.create'] },
    },
    remove: {
      summary: 'Delete an intake rule',
      about: 'Deletes a rule. Items that it judged stay as they are.',
      example: { after: ['intakeRules.change'] },
    },
    tryOut: {
      summary: 'Try intake rules',
      about:
        'Answers what the rules would have done to the newest 500 items whose content is still stored, and writes nothing. `rule` is tried together with the stored ones, at its position; with `replaces` it stands in for one of them. Of each text, the first 20,000 characters are read.',
      example: { body: { rule: RULE } },
    },
  },
  blocked: {
    list: {
      summary: 'List blocks',
      about: 'The blocked words, people and domains of the site, the newest first.',
      example: { after: ['blocked.create'] },
    },
    create: {
      summary: 'Block a word',
      about:
        'Blocks a word or phrase, a person or a domain: items with it are rejected before any rule runs. Articles that were already taken stay. Blocking the same again answers with the first block.',
      example: { body: { kind: 'domain', value: 'spam.example' } },
    },
    remove: {
      summary: 'Unblock a word',
      about:
        'Removes a block. Items that it rejected stay rejected until their source changes them, or an editor approves them.',
      example: { after: ['blocked.create'] },
    },
  },
  erasures: {
    list: {
      summary: 'List erasures',
      about: 'The erasures of the site, the newest first. They name nobody.',
      example: { after: ['erasures.order'] },
    },
    read: {
      summary: 'Read an erasure',
      about: 'One erasure, with what was deleted so far.',
      example: { after: ['erasures.order'] },
    },
    order: {
      summary: 'Order an erasure',
      about:
        'Erases an item, or everything by a person: ledger, articles with their revisions, events, pictures, entries of the audit log. From the answer on, nothing of it is collected again. The deletion runs after the answer and cannot be undone; receivers are notified with `unpublish`. With a session, it must be confirmed.',
      example: { body: { person: 'Max Muster' } },
    },
  },
  intakeHold: {
    read: {
      summary: 'Read the hold',
      about: 'Whether intake is held on this site, by its own hold or by that of all sites.',
      example: {},
    },
    set: {
      summary: 'Hold intake',
      about:
        'Holds intake: from the answer on, nothing that sources offer is published by itself. With `unpublish_minutes` it also unpublishes what they published in the last minutes, as many as fit into the time of a request: repeat it until `remaining` is 0. Articles that editors approved stay.',
      example: { body: {}, after: ['intakeHold.read'] },
    },
    release: {
      summary: 'Release intake',
      about: 'Ends the hold of this site. Pending articles stay pending.',
      example: { after: ['intakeHold.set'] },
    },
    readAll: {
      summary: 'Read the hold of all sites',
      about: 'Whether intake is held on all sites.',
      example: {},
    },
    setAll: {
      summary: 'Hold intake of all sites',
      about: 'Holds intake on every site. Needs the right on all sites.',
      example: { after: ['intakeHold.readAll'] },
    },
    releaseAll: {
      summary: 'Release intake of all sites',
      about: 'Ends the hold of all sites; holds of single sites stay. Needs the right on all sites.',
      example: { after: ['intakeHold.setAll'] },
    },
  },
};
