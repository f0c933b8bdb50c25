import { useIonViewWillEnter, useIonViewWillLeave } from '@ionic/react';
import { useEffect, useState } from 'react';
import type { DraftSaver } from './draftSaver';

/**
 * A draft saver that lives as long as the page. Pending changes are sent when the page is left or the app goes to the
 * background, and again on return, because the server may then accept what it rejected before.
 */
export function useDraftSaver(make: () => DraftSaver): DraftSaver {
  const [saver] = useState(make);
  useIonViewWillEnter(() => saver.flush());
  useIonViewWillLeave(() => saver.flush());
  useEffect(() => {
    saver.enter();
    const flush = () => saver.flush();
    const turn = () => (document.visibilityState === 'visible' ? saver.comeBack() : saver.flush());
    document.addEventListener('visibilitychange', turn);
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', turn);
      window.removeEventListener('online', flush);
      saver.leave();
    };
  }, [saver]);
  return saver;
}
