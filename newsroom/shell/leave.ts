import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../api/api.ts';

/** After a sign-out: the sign-in, and nothing of this person is left for the next one. */
export function useLeave(): () => void {
  const { session } = useApi();
  const queries = useQueryClient();
  return () => {
    session.set('unknown');
    queries.setQueryData(['me'], null);
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
  };
}
