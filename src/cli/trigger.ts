import { badUsage, notFound } from '../core/errors.ts';
import { notificationJson } from '../core/notification.ts';
import type { Db } from '../db/connect.ts';
import { type NotifiedArticle, notifiedArticle } from '../features/webhooks/queries.ts';
import type { Attempted } from '../outbound/post.ts';
import { type Command, idArgument, parsed, print, withDatabase } from './command.ts';
import {
  ACTIONS,
  answered,
  envNamed,
  posterTo,
  type ReceiverTarget,
  registered,
  SECRET_HELP,
  secretOptions,
  secretsGiven,
  targetAt,
} from './receiver.ts';
import { sampleArticle } from './sample-article.ts';

export const trigger: Command = {
  summary: 'send one notification to test a receiver',
  help: `Usage: masthead trigger publish|update|unpublish --to URL [--article ID] [--site ID]
       masthead trigger publish|update|unpublish --webhook ID [--article ID]

Sends one notification of a published article and prints the request and the response. It
is not recorded and not retried. The exit code is 1 if the response is not 2xx.

  --to URL             the receiver; signatures use URL exactly as given
  --webhook ID         a registered webhook, with its secret; add --site ID if several
                       sites have one with this id
  --article ID         the article (default: the newest, or a sample if there is none)
  --site ID            the site of the article
${SECRET_HELP}
                       (with --to; default: a new one, which is printed)
  --env ENV            the value of X-Service-Env (default: SERVICE_ENV)`,
  async run(args) {
    const { values, positionals } = parsed(args, {
      ...secretOptions,
      to: { type: 'string' },
      webhook: { type: 'string' },
      article: { type: 'string' },
      site: { type: 'string' },
      env: { type: 'string' },
    });
    const action = ACTIONS.find((one) => one === positionals[0]);
    if (!action || positionals.length > 1) throw badUsage(`Expected one of ${ACTIONS.join(', ')}.`);
    const { to, webhook, site } = values;
    if ((to === undefined) === (webhook === undefined)) throw badUsage('Give either --to URL or --webhook ID.');
    const articleId = values.article === undefined ? null : idArgument(values.article, '--article');
    const [env, given] = [envNamed(values.env), await secretsGiven(values)];
    if (webhook !== undefined && given.length > 0) throw badUsage('With --webhook the secret is the registered one.');
    await withDatabase(async ({ db }) => {
      const { target, siteId } =
        to === undefined
          ? await targetRegistered(db, webhook, site)
          : { target: targetAt('--to', to, given), siteId: site === undefined ? null : idArgument(site, '--site') };
      const notification = await content(db, action, siteId, articleId);
      const poster = posterTo(target, env);
      const deliveryId = `trigger-${Date.now()}`;
      const attempted = await poster.post({
        action,
        body: notification.body,
        deliveryId,
        attempt: 1,
        version: notification.version,
      });
      poster.stop();
      tell(`${action} of ${notification.words} to ${target.webhook.url.trim()}`, notification.body, attempted);
    });
  },
};

async function targetRegistered(
  db: Db,
  id: string | undefined,
  site: string | undefined,
): Promise<{ target: ReceiverTarget; siteId: number }> {
  const { row, secrets, tools } = await registered(db, id, site);
  return { target: { webhook: row, secrets, reach: tools }, siteId: row.site_id };
}

interface TriggeredEvent {
  words: string;
  version: number;
  body: string;
}

async function content(
  db: Db,
  action: string,
  siteId: number | null,
  articleId: number | null,
): Promise<TriggeredEvent> {
  const found = await notifiedArticle(db, { siteId, articleId });
  if (!found && articleId !== null && action !== 'unpublish') {
    throw notFound(`Article ${articleId} is not published${siteId === null ? '' : ` on site ${siteId}`}.`);
  }
  const article: NotifiedArticle = found ?? {
    site_id: siteId ?? sampleArticle.site_id,
    content_version: 0,
    id: articleId ?? sampleArticle.id,
    notification_json: notificationJson(sampleArticle),
  };
  const notice = action === 'unpublish' ? `{"id":${article.id}}` : article.notification_json;
  return {
    words: found || articleId !== null ? `article ${article.id}` : 'a sample article',
    version: article.content_version,
    // Like stored events: the notification is already JSON, with its exact bytes.
    body: `{"action":"${action}","article":${notice}}`,
  };
}

function tell(what: string, body: string, attempted: Attempted): void {
  print(`Sent ${what}`);
  for (const [name, value] of Object.entries(attempted.requestHeaders)) print(`  ${name}: ${value}`);
  print(`\n  ${body.length > 200 ? `${body.slice(0, 200)}…` : body}\n`);
  print(`Answer: ${answered(attempted)}`);
  if (attempted.status !== null && attempted.error) print(attempted.error);
  if (attempted.answer) print(attempted.answer);
  if (attempted.outcome !== 'delivered') process.exitCode = 1;
}
