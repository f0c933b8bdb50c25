import { useIonViewWillEnter, useIonViewWillLeave } from '@ionic/react';
import { useState } from 'react';
import { useOverlayBack } from './backStack';
import { isInFront } from '@/lib/nav/front';
import { useOwnPage } from '@/lib/nav/nav';

/**
 * A step within a page, of which the page's address says nothing: while it is `taken`, the back key, the header's back and a swipe
 * take it back and stay on the page, once nothing lies over it. Behind another page it stays taken.
 */
export function useBackStep(taken: boolean, back: () => void): void {
  const page = useOwnPage();
  const [shown, setShown] = useState(true);
  useIonViewWillEnter(() => setShown(true));
  useIonViewWillLeave(() => setShown(false));
  useOverlayBack(
    taken && shown,
    () => {
      if (isInFront(page)) back();
    },
    true,
  );
}
