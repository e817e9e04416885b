/** The list of a noun at `/pages`, its form at `/pages/new` and `/pages/7`. */
import type { ReactNode } from 'react';
import { useRoute } from 'wouter';
import { NotFound } from '../shell/states.tsx';

interface NounScreenProps {
  list: ReactNode;
  form(id: number | null): ReactNode;
  /** Further screens of one: `/issues/7/articles`. */
  parts?: Readonly<Record<string, (id: number) => ReactNode>>;
}

export function NounScreen({ list, form, parts = {} }: NounScreenProps) {
  const [, params] = useRoute('/sites/:siteId/:noun/:id?/:part?');
  if (!params) return <NotFound />;
  const { id, part } = params as { id?: string; part?: string }; // the router's types know no second optional part
  if (id === undefined) return list;
  if (id === 'new' && part === undefined) return form(null);
  if (!/^[1-9]\d{0,15}$/.test(id)) return <NotFound />;
  if (part === undefined) return form(Number(id));
  return parts[part]?.(Number(id)) ?? <NotFound />;
}
