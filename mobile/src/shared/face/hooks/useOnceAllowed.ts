import { useIonViewDidEnter, useIonViewWillLeave } from '@ionic/react';
import { useCallback, useEffect, useRef } from 'react';
import { onCameraAllowed } from '@/bridge/camera';

/**
 * Goes on by itself when a camera that was refused is allowed: whoever comes back from the settings is not asked to tap
 * again. Behind another page, or out of sight, it waits until this one is in front.
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
