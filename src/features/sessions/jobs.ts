import { cleanUp, fromTheStart } from '../../jobs/clean-up.ts';
import { deleteOldAttempts } from '../accounts/attempts.ts';
import { deleteOldChallenges } from '../accounts/challenges.ts';
import { deleteOldSessions } from '../accounts/sessions.ts';

export const oldSessions = cleanUp({
  name: 'delete expired sessions',
  kind: 'sessions.delete',
  everySeconds: 3_600,
  deleteBatch: async (tx) => fromTheStart(await deleteOldSessions(tx)),
});

export const oldAttempts = cleanUp({
  name: 'delete sign-in attempts',
  kind: 'sessions.delete_attempts',
  everySeconds: 3_600,
  deleteBatch: async (tx) => fromTheStart(await deleteOldAttempts(tx)),
});

export const oldChallenges = cleanUp({
  name: 'delete sign-in challenges',
  kind: 'sessions.delete_challenges',
  everySeconds: 600,
  deleteBatch: async (tx) => fromTheStart(await deleteOldChallenges(tx)),
});
