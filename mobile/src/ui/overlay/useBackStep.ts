import { useIonViewWillEnter, useIonViewWillLeave } from '@ionic/react';
import { useState } from 'react';
import { useOverlayBack } from './backStack';
import { isInFront } from '@/lib/nav/front';
import { useOwnPage } from '@/lib/nav/nav';

/**
 * A step within a page that is not part of its URL. While it is `taken`, the back key, the header's back button and a
 * swipe undo the step and stay on the page, if no overlay is open. The step remains while another page is in front.
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
