import { useEffect } from 'react';
import { isOfEarlierDay } from '@/lib/earlierDay';
import { refetchInFront } from '@/lib/queryClient';

/** How often a page that somebody looks at sees whether its day is over. */
const LOOK_MS = 30_000;

/** What is owed grows overnight: what is looked at over midnight is asked for anew. A page that is put away asks when it is seen again. */
export function RefetchOnNewDay() {
  useEffect(() => {
    const timer = setInterval(() => void (document.hidden || refetchInFront(isOfEarlierDay)), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return null;
}
