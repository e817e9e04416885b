/** A cached list while feeds, a partner and readers deliver as fast as they can, against the same list in quiet times. */
import { setTimeout as sleep } from 'node:timers/promises';
import { articleInput, type SiteNouns } from '../archive/articles.ts';
import { ALL_PARAGRAPHS, ARCHIVE, archiveNouns } from '../archive/sets.ts';
import { type Bench, type Case, inPairs } from '../case.ts';
import { connected, untilTrue } from '../processes/database.ts';
import { addSource, document, feedServer, feedUrl, LOOPBACK_FEEDS } from '../processes/feeds.ts';
import { loader, loadMeasurements } from '../processes/load.ts';
import { type Service, startService } from '../processes/service.ts';
import { startWorker } from '../processes/worker.ts';
import type { Delivered, Deliveries } from '../workers/deliveries.ts';
import { CONNECTIONS, listPath } from './cached-list.ts';
import { writableCopy } from './list-while-publishing.ts';

const LEAST = 0.9;
/** More than can be taken in the time of a load. */
const ITEMS_A_SECOND = 200;
const SUBMISSIONS_A_SECOND = 20;
/** Between two lots of items that a partner sends. */
const LOT = 10;
const FORM = {
  ...{ intro: 'What did you see?', thanks: 'Thank you!', max_files: 0, origins: [] },
  ...{ consents: [{ text: 'You may publish it.', required: true }], opens_at: null, closes_at: null },
};
