import { useIonViewWillEnter, useIonViewWillLeave } from '@ionic/react';
import { useEffect, useState } from 'react';
import type { DraftSaver } from './draftSaver';

/**
 * A saver of drafts for as long as the page stands; what waits goes out when the page is left or the phone put away, and
 * when they come back to it: what the server refused may be welcome now.
 */
export function useDraftSaver(make: () => DraftSaver): DraftSaver {
  const [saver] = useState(make);
  useIonViewWillEnter(() => saver.flush());
  useIonViewWillLeave(() => saver.flush());
  useEffect(() => {
    const flush = () => saver.flush();
    const turn = () => (document.visibilityState === 'visible' ? saver.comeBack() : saver.flush());
    document.addEventListener('visibilitychange', turn);
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', turn);
      window.removeEventListener('online', flush);
      saver.flush();
    };
  }, [saver]);
  return saver;
}
