import { useIonViewWillEnter } from '@ionic/react';
import { useEffect, useRef } from 'react';
import { hasJustCome } from '@/lib/queryClient';

/**
 * Asks anew, where that is `due`, when the page comes to the front: pages stay mounted behind others. What was asked for while
 * the page came together is not asked for again, whether the answer is there, drawn or not, or on its way.
 */
export function useRefetchOnEnter(due: boolean, queryKey: readonly unknown[], refetch: (options: { cancelRefetch: boolean }) => unknown): void {
  const key = useRef(queryKey);
  key.current = queryKey;
  // Ionic goes on telling what has left the page.
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => void (shown.current = false);
  }, []);
  // Without its dependencies Ionic would keep the first render's callback, for which nothing was fetched yet.
  useIonViewWillEnter(() => {
    if (shown.current && due && !hasJustCome(key.current)) void refetch({ cancelRefetch: false });
  }, [due, refetch]);
}
