/** Every operation of the three APIs, by its row. */
import type { analyticsApi, contentApi, manageApi } from '../routes.ts';
import type { ApiName } from '../row.ts';
import { analyticsOperations } from './analytics.ts';
import { articleOperations } from './articles.ts';
import { campaignOperations } from './campaigns.ts';
import { contentOperations } from './content.ts';
import { guestOperations } from './guest.ts';
import { identityOperations } from './identities.ts';
import { intakeOperations } from './intake.ts';
import { mediaOperations } from './media.ts';
import { networkAccountOperations } from './network-accounts.ts';
import { nounOperations } from './nouns.ts';
import type { Operation, OperationsOf } from './operation.ts';
import { passkeyOperations } from './passkeys.ts';
import { peopleOperations } from './people.ts';
import { sourceOperations } from './sources.ts';
import { webhookOperations } from './webhooks.ts';

interface Operations {
  content: OperationsOf<typeof contentApi>;
  analytics: OperationsOf<typeof analyticsApi>;
  manage: OperationsOf<typeof manageApi>;
}

export const operations: Operations = {
  content: contentOperations,
  analytics: analyticsOperations,
  manage: {
    ...nounOperations,
    ...articleOperations,
    ...mediaOperations,
    ...webhookOperations,
    ...sourceOperations,
    ...networkAccountOperations,
    ...intakeOperations,
    ...guestOperations,
    ...campaignOperations,
    ...peopleOperations,
    ...passkeyOperations,
    ...identityOperations,
  },
};

/** Undefined for a row without an entry, which does not compile but may be tested. */
export function operationOf(api: ApiName, name: string): Operation | undefined {
  const found = name
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], operations[api]);
  return found as Operation | undefined; // tables and rows have the same names
}

/** `manage.setIssueArticles` for “Set an issue’s articles”. */
export function operationId(api: ApiName, { summary }: Operation): string {
  const words = summary
    .replace(/’s\b/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !['a', 'an', 'the'].includes(word));
  const camel = words.map((word, at) => (at === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1)));
  return `${api}.${camel.join('')}`;
}
