import { useEffect, useState } from 'react';
import { useApiPages } from '@/lib/api';

/** So long nothing is typed before the payments are asked for. */
const PAUSE_MS = 400;

/** What payments are looked for; empty fields ask for nothing. */
export interface RecordFilter {
  text: string;
  year: number;
}

/** Own payments page by page, newest first; of one order when it is named, and as the filter says once the typing pauses. */
export function useRecords(orderId: string | null, { text, year }: RecordFilter) {
  const typed = text.trim();
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // An emptied field shows everything at once: "nothing found" for the text before must not stand there without a text.
  const asked = typed && rested;
  return useApiPages('repay/record', { ...(orderId ? { orderId } : {}), ...(asked ? { text: asked } : {}), ...(year ? { year } : {}) }, 'payments');
}
