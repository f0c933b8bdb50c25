import { useEffect, useState, type RefObject } from 'react';

/** Part of the visible height that one step moves: a line of the last page stays in sight. */
const STEP = 0.8;

/** Whether a text inside a scrolling dialog was read down to `end`, and the way one page further. */
export function useReadToEnd(end: RefObject<HTMLElement>, active: boolean): { read: boolean; readOn: () => void } {
  const [read, setRead] = useState(false);

  useEffect(() => {
    setRead(false);
    const mark = end.current;
    if (!active || !mark) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setRead(true);
    });
    observer.observe(mark);
    return () => observer.disconnect();
  }, [active, end]);

  const readOn = () => {
    const panel = end.current?.closest('[role="dialog"]');
    if (panel) panel.scrollBy({ top: panel.clientHeight * STEP, behavior: 'smooth' });
  };
  return { read, readOn };
}
