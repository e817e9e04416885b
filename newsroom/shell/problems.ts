import { MastheadError } from '../../src/sdk/client.ts';

/** What the service says about a field, to be shown beside it. */
export function problemOf(error: Error | null, path: string): string | undefined {
  if (!(error instanceof MastheadError)) return undefined;
  return error.problems.find((problem) => problem.path === path)?.message;
}

/** What it says about the whole, unless every problem is shown beside a field. */
export function restOf(error: Error | null, paths: string[]): string | null {
  if (!error) return null;
  if (!(error instanceof MastheadError) || error.problems.length === 0) return error.message;
  const rest = error.problems.filter(({ path }) => !paths.includes(path));
  return rest.length === 0 ? null : rest.map(({ message }) => message).join(' ');
}
