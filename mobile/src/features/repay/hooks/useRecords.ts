import { useEffect, useState } from 'react';
import { useApiPages } from '@/lib/api';

/** The pause in typing after which the search is sent, in milliseconds. */
const DEBOUNCE_MS = 400;

/** The search for payments; empty fields are ignored. */
export interface RecordFilter {
  text: string;
  year: number;
}

/**
 * The borrower's payments page by page, newest first, optionally of one order. The filter is applied once typing
 * pauses.
 */
export function useRecords(orderId: string | null, { text, year }: RecordFilter) {
  const typed = text.trim();
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // An emptied field shows all payments immediately, so that "nothing found" for the previous text does not stay.
  const asked = typed && rested;
  return useApiPages('repay/record', { ...(orderId ? { orderId } : {}), ...(asked ? { text: asked } : {}), ...(year ? { year } : {}) }, 'payments');
}
