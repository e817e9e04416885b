/** Every periodic clean-up. `test/clean-ups.ts` plants rows for each of them. */

import { oldSaves } from './features/articles/jobs.ts';
import { oldEntries } from './features/audit/jobs.ts';
import { oldLinks } from './features/campaign-links/jobs.ts';
import { oldAnswers } from './features/idempotency/jobs.ts';
import { oldInvitations } from './features/invitations/jobs.ts';
import { oldMessages } from './features/mail/jobs.ts';
import { oldAuthorizations } from './features/network-accounts/jobs.ts';
import { oldResets } from './features/people/jobs.ts';
import { oldPresence } from './features/presence/jobs.ts';
import { oldPreviews } from './features/previews/jobs.ts';
import { oldChanges, oldTrash, unusedWords } from './features/publication/jobs.ts';
import { oldAttempts, oldChallenges, oldSessions } from './features/sessions/jobs.ts';
import { oldContents } from './features/sources/jobs.ts';
import { oldDeliveries, oldTests } from './features/webhooks/jobs.ts';
import type { CleanUp } from './jobs/clean-up.ts';
import { oldFailures } from './jobs/failed.ts';
import type { Storage } from './storage/storage.ts';
import { abandonedImports } from './transfer/jobs.ts';

export const cleanUps = ({ auditDays, storage }: { auditDays: number; storage: Storage }): CleanUp[] => [
  oldEntries(auditDays),
  oldChanges,
  oldTrash,
  oldSaves,
  oldDeliveries,
  oldTests,
  oldAnswers,
  oldFailures,
  abandonedImports,
  unusedWords,
  oldSessions,
  oldAttempts,
  oldInvitations,
  oldChallenges,
  oldAuthorizations,
  oldResets,
  oldPreviews,
  oldLinks,
  oldPresence,
  oldContents,
  oldMessages(storage),
];
