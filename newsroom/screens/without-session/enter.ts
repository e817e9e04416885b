import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { Me } from '../../../src/sdk/client.ts';
import { profileAddress } from '../../shell/addresses.ts';
import { useEnter } from '../../shell/sign-in.tsx';

/** Enters the newsroom and drops everything cached for the person who was signed in before. Without a password the next step is a passkey. */
export function useEnterAnew(): (person: Me, hasPassword: boolean) => void {
  const queries = useQueryClient();
  const enter = useEnter();
  const [, navigate] = useLocation();
  return (person, hasPassword) => {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'sign-in' });
    enter(person);
    navigate(hasPassword ? '/' : profileAddress(), { replace: true });
  };
}
