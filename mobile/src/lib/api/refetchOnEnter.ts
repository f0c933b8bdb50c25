import { useIonViewWillEnter } from '@ionic/react';
import { useEffect, useRef } from 'react';
import { isJustReceived } from '@/lib/queryClient';

/**
 * Reloads the data, if `due`, when the page comes to the front; pages stay mounted behind others. Data that was
 * requested while the page was opening is not requested again, whether its response is pending, has arrived or is
 * already rendered.
 */
export function useRefetchOnEnter(due: boolean, queryKey: readonly unknown[], refetch: (options: { cancelRefetch: boolean }) => unknown): void {
  const key = useRef(queryKey);
  key.current = queryKey;
  // Ionic keeps calling the lifecycle hooks of a page that was removed.
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => void (shown.current = false);
  }, []);
  // Without dependencies Ionic would keep the callback of the first render, when nothing was loaded yet.
  useIonViewWillEnter(() => {
    if (shown.current && due && !isJustReceived(key.current)) void refetch({ cancelRefetch: false });
  }, [due, refetch]);
}
