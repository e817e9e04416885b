/** The signed-in person and the open site, for everything below RequireSession. */
import { createContext, useContext } from 'react';
import type { ManagedSite, Me } from '../../src/sdk/client.ts';

const PersonContext = createContext<Me | null>(null);
const SiteContext = createContext<ManagedSite | null>(null);
export const PersonProvider = PersonContext.Provider;
export const SiteProvider = SiteContext.Provider;

export function usePerson(): Me {
  const person = useContext(PersonContext);
  if (!person) throw new Error('Nobody is signed in here.');
  return person;
}

export function useSite(): ManagedSite {
  const site = useContext(SiteContext);
  if (!site) throw new Error('No site is open here.');
  return site;
}
