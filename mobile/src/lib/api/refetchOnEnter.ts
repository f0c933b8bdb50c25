import { useIonViewWillEnter } from '@ionic/react';

/** Asks anew, where that is `due`, when the page comes to the front: pages stay mounted behind others. */
export function useRefetchOnEnter(due: boolean, refetch: () => unknown): void {
  // Without its dependencies Ionic would keep the first render's callback, for which nothing was fetched yet.
  useIonViewWillEnter(() => {
    if (due) void refetch();
  }, [due, refetch]);
}
