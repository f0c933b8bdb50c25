import { useIonRouter } from '@ionic/react';
import { useEffect } from 'react';
import { exitApp } from '@/bridge/backKey';
import { topBackHandler } from '@/ui/overlay/backStack';

/** The phone's back key, one after the other: what lies on top, a step of the page, the page before, out of the app. */
export function HardwareBack() {
  const router = useIonRouter();
  useEffect(() => {
    const onBack = (event: Event) => {
      (event as CustomEvent<{ register: (priority: number, handler: () => void) => void }>).detail.register(10, () => {
        const onTop = topBackHandler();
        if (onTop) onTop();
        else if (router.canGoBack()) router.goBack();
        else exitApp();
      });
    };
    document.addEventListener('ionBackButton', onBack);
    return () => document.removeEventListener('ionBackButton', onBack);
  }, [router]);
  return null;
}
