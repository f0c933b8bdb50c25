import { useEffect, useState, type RefObject } from 'react';

/** The part of the visible height by which one step scrolls, so that the last line of a page stays visible. */
const STEP = 0.8;

const panelOf = (end: RefObject<HTMLElement>) => end.current?.closest('[role="dialog"]');

/**
 * Whether a text in a scrolling dialog was scrolled down to `end`, and a function that scrolls one page further. `text`
 * identifies the text; it is undefined while none is shown. A new text starts at its beginning.
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
