/** The installation's settings and secrets for webhooks. */
import type { Db } from '../../db/connect.ts';
import { resolver } from '../../outbound/resolve.ts';
import type { WebhookTools } from './commands.ts';
import { openSecrets } from './secrets.ts';

export async function openWebhookTools(
  db: Db,
  { secretKey, webhookAllowPrivate }: { secretKey: string | null; webhookAllowPrivate: boolean },
  open = openSecrets,
): Promise<WebhookTools> {
  return {
    secrets: await open(db, secretKey),
    resolve: resolver(webhookAllowPrivate),
    allowPrivate: webhookAllowPrivate,
  };
}
