import { useMemo } from 'react';
import { MastheadError } from '../../src/sdk/client.ts';
import { type Said, useSaid } from '../i18n/service/use-service-words.ts';

export interface Problems {
  /** The problem of a field, shown beside it. */
  problemOf(error: Error | null, path: string): string | undefined;
  /** The error of the whole form, unless all problems are shown beside fields. */
  restOf(error: Error | null, paths: string[]): string | null;
}

export function useProblems(): Problems {
  const said = useSaid();
  return useMemo(() => problemsIn(said), [said]);
}

function problemsIn(said: Said): Problems {
  return {
    problemOf(error, path) {
      const problem = error instanceof MastheadError && error.problems.find((one) => one.path === path);
      return problem ? said.problem(problem.message) : undefined;
    },
    restOf(error, paths) {
      if (!error) return null;
      if (!(error instanceof MastheadError) || error.problems.length === 0) return said.error(error);
      const rest = error.problems.filter(({ path }) => !paths.includes(path));
      return rest.length === 0 ? null : rest.map(({ message }) => said.problem(message)).join(' ');
    },
  };
}
