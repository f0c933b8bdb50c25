import { useIonViewDidEnter, useIonViewWillLeave } from '@ionic/react';
import { useCallback, useEffect, useRef } from 'react';
import { onCameraAllowed } from '@/bridge/camera';

/**
 * Continues automatically when the camera is allowed after a refusal, so that a borrower who returns from the settings
 * need not tap again. While another page is in front or the app is hidden, it waits.
 */
export function useOnceAllowed(refused: boolean, go: () => void): void {
  const allowed = useRef(false);
  const inFront = useRef(true);
  const latest = useRef(go);
  latest.current = go;
  const goOn = useCallback(() => {
    if (!allowed.current || !inFront.current || document.hidden) return;
    allowed.current = false;
    latest.current();
  }, []);
  useIonViewWillLeave(() => {
    inFront.current = false;
  }, []);
  useIonViewDidEnter(() => {
    inFront.current = true;
    goOn();
  }, [goOn]);
  useEffect(() => {
    allowed.current = false;
    if (!refused) return undefined;
    document.addEventListener('visibilitychange', goOn);
    const stop = onCameraAllowed(() => {
      allowed.current = true;
      goOn();
    });
    return () => {
      document.removeEventListener('visibilitychange', goOn);
      stop();
    };
  }, [refused, goOn]);
}
