import { useEffect, useState, type RefObject } from 'react';

/** Part of the visible height that one step moves: a line of the last page stays in sight. */
const STEP = 0.8;

const panelOf = (end: RefObject<HTMLElement>) => end.current?.closest('[role="dialog"]');

/**
 * Whether a text inside a scrolling dialog was read down to `end`, and the way one page further. `text` tells one text from
 * another, undefined while none is shown: one that takes the place of another is read from its beginning.
 */
export function useReadToEnd(end: RefObject<HTMLElement>, text: string | undefined): { read: boolean; readOn: () => void } {
  const [readText, setReadText] = useState<string>();

  useEffect(() => {
    setReadText(undefined);
    const mark = end.current;
    if (text === undefined || !mark) return undefined;
    const panel = panelOf(end);
    if (panel) panel.scrollTop = 0;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setReadText(text);
    });
    observer.observe(mark);
    return () => observer.disconnect();
  }, [text, end]);

  const readOn = () => {
    const panel = panelOf(end);
    if (panel) panel.scrollBy({ top: panel.clientHeight * STEP, behavior: 'smooth' });
  };
  return { read: text !== undefined && readText === text, readOn };
}
