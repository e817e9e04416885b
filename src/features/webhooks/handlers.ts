import type { manageApi } from '../../contract/routes.ts';
import { gone } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Handlers, Versioned } from '../handler.ts';
import { changeWebhook, createWebhook, deleteWebhook, type WebhookTools } from './commands.ts';
import { attempt, delivery, payload, webhook } from './present.ts';
import {
  attemptLog,
  deliveryById,
  deliveryCount,
  deliveryPage,
  deliveryPayload,
  type WebhookWithBacklog,
  webhookById,
  webhookCount,
  webhookPage,
} from './queries.ts';
import { beginReplay, redeliver } from './redelivery.ts';
import { promoteSecret, retireSecret, stageSecret } from './rotation.ts';
import { sendTest } from './test-notification.ts';

const PAGE_SIZE = 20;

export function manageWebhooks(tools: WebhookTools): Handlers<typeof manageApi.webhooks> {
  return {
    async list(db, { site, query: { count = PAGE_SIZE, page = 1 } }) {
      const rows = await webhookPage(db, site.id, count, (page - 1) * count);
      return {
        webhooks: rows.map(webhook),
        meta: { total_count: await webhookCount(db, site.id), count: rows.length },
      };
    },
    async create(db, asked) {
      const { row, secret } = await createWebhook(db, tools, asked, asked.body);
      return new Versioned({ webhook: { ...webhook(row), secret } }, row.version);
    },
    async read(db, { site, params }) {
      return shown(await webhookById(db, site.id, params.id));
    },
    async change(db, asked) {
      return shown(await changeWebhook(db, tools, asked, asked.params.id, asked.body));
    },
    async remove(db, asked) {
      await deleteWebhook(db, asked, asked.params.id);
      return undefined;
    },
    async stageSecret(db, { site, params, query, body, caller }) {
      const isPromoted = query.promote ?? false;
      const which = { caller, siteId: site.id, id: params.id };
      const secret = await stageSecret(db, tools.secrets, which, { secret: body.secret, isPromoted });
      return { secret, state: isPromoted ? 'in_use' : 'staged' };
    },
    async promoteSecret(db, { site, params, caller }) {
      await promoteSecret(db, { caller, siteId: site.id, id: params.id });
      return shown(await webhookById(db, site.id, params.id));
    },
    async retireSecret(db, { site, params, caller }) {
      await retireSecret(db, { caller, siteId: site.id, id: params.id });
      return undefined;
    },
    async deliveries(db, { site, params, query: { count = PAGE_SIZE, page = 1, ...filter } }) {
      await webhookById(db, site.id, params.id);
      return deliveryList(db, site.id, params.id, filter, count, page);
    },
    async delivery(db, { site, params }) {
      const row = await deliveryById(db, site.id, params.id, params.delivery_id);
      return { delivery: { ...delivery(row), attempt_log: (await attemptLog(db, row)).map(attempt) } };
    },
    async payload(db, { site, params }) {
      const row = await deliveryById(db, site.id, params.id, params.delivery_id);
      const sent = await deliveryPayload(db, row);
      if (!sent) throw gone('The event of this delivery is no longer stored; events are stored for 30 days.');
      return { payload: payload(sent) };
    },
    async test(db, asked) {
      return { delivery: delivery(await sendTest(db, asked, asked.params.id, asked.body.action)) };
    },
    async redeliver(db, asked) {
      const { id, delivery_id } = asked.params;
      return { delivery: delivery(await redeliver(db, asked, id, delivery_id)) };
    },
    async replay(db, asked) {
      return { replay: await beginReplay(db, asked, asked.params.id, asked.body) };
    },
  };
}

function shown(row: WebhookWithBacklog) {
  return new Versioned({ webhook: webhook(row) }, row.version);
}

async function deliveryList(
  db: Db | Tx,
  siteId: number,
  webhookId: number,
  filter: Parameters<typeof deliveryPage>[3],
  count: number,
  page: number,
) {
  const rows = await deliveryPage(db, siteId, webhookId, filter, count, (page - 1) * count);
  const total_count = await deliveryCount(db, siteId, webhookId, filter);
  return { deliveries: rows.map(delivery), meta: { total_count, count: rows.length } };
}
