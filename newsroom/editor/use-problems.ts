import { useSaid } from '../i18n/service/use-service-words.ts';
import { problemsOf, type SaveState } from './save-state.ts';

/** What is wrong with fields that the service refused, in the person's language. */
export function useProblems(state: SaveState): Record<string, string> {
  const said = useSaid();
  return Object.fromEntries(
    Object.entries(problemsOf(state)).map(([field, message]) => [field, said.problem(message)]),
  );
}
