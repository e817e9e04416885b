/** Screens that are one beside the other. On phones they may be wider than the screen: then the row scrolls, and says so. */
import type { ReactNode } from 'react';
import { useScrollEnds } from './scroll-ends.ts';

export function TabRow({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  const row = useScrollEnds<HTMLElement>();
  return (
    <nav aria-label={label} className={`tabs ${className}`} ref={row}>
      {children}
    </nav>
  );
}
