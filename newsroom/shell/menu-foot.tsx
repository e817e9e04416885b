/** The foot of the menu stays in sight and covers what scrolls below it: an arrow says that the menu goes on. */
import { type ReactNode, useEffect, useRef, useState } from 'react';

export function MenuFoot({ children }: { children: ReactNode }) {
  const end = useRef<HTMLSpanElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const [isMore, setMore] = useState(false);
  useEffect(() => {
    if (!end.current || !foot.current) return;
    const covered = `0px 0px -${foot.current.offsetHeight}px 0px`;
    const seen = new IntersectionObserver((all) => setMore(all.at(-1)?.isIntersecting === false), {
      rootMargin: covered,
    });
    seen.observe(end.current);
    return () => seen.disconnect();
  }, []);
  return (
    <>
      <span className="menu-end" ref={end} />
      <div className="sidebar-foot" data-more={isMore} ref={foot}>
        {children}
      </div>
    </>
  );
}
