import { useIonViewWillEnter } from '@ionic/react';
import { useEffect, useRef } from 'react';
import { isFromNow } from '@/lib/queryClient';

interface Reading {
  /** When its answer came, milliseconds since the epoch; 0 before the first. */
  dataUpdatedAt: number;
  refetch: (options: { cancelRefetch: boolean }) => unknown;
}

/**
 * Asks anew, where that is `due`, when the page comes to the front: pages stay mounted behind others. What was asked for while
 * the page came together is not asked for again, whether the answer is there or on its way.
 */
export function useRefetchOnEnter(due: boolean, { dataUpdatedAt, refetch }: Reading): void {
  // Ionic goes on telling what has left the page.
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => void (shown.current = false);
  }, []);
  // Without its dependencies Ionic would keep the first render's callback, for which nothing was fetched yet.
  useIonViewWillEnter(() => {
    if (shown.current && due && !isFromNow(dataUpdatedAt)) void refetch({ cancelRefetch: false });
  }, [due, dataUpdatedAt, refetch]);
}
