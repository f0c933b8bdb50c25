import { defineCustomElement as defineContent } from '@ionic/core/components/ion-refresher-content.js';
import { defineCustomElement as defineRefresher } from '@ionic/core/components/ion-refresher.js';
import { createElement, useEffect, useRef } from 'react';
import { useTranslation } from '@/i18n';
import { useOwnPage } from '@/lib/nav/nav';
import { refetchPage } from '@/lib/queryClient';

defineRefresher();
defineContent();

/** While it says that it refreshes, Ionic holds the page still, and a call may hang for half a minute: what comes later is put on a page that moves. */
const HOLD_MS = 3_000;

/**
 * Pulled down at its top, a page asks anew for what stands on it; answers that take long are put on it when they come. Words
 * instead of Ionic's turning wheel: they are read out, too.
 */
export default function Refresher() {
  const { t } = useTranslation('common');
  const page = useOwnPage();
  const element = useRef<HTMLIonRefresherElement>(null);
  useEffect(() => {
    const { current } = element;
    const refresh = async () => {
      let late;
      await Promise.race([refetchPage(page), new Promise((resolve) => (late = setTimeout(resolve, HOLD_MS)))]);
      clearTimeout(late);
      await current?.complete();
    };
    current?.addEventListener('ionRefresh', refresh);
    return () => current?.removeEventListener('ionRefresh', refresh);
  }, [page]);
  // An icon of no name: none is drawn, and none is fetched.
  const words = { 'pulling-text': t('refresh.pull'), 'refreshing-text': t('refresh.busy'), 'pulling-icon': '', 'refreshing-spinner': '' };
  return createElement('ion-refresher', { ref: element, slot: 'fixed' }, createElement('ion-refresher-content', words));
}
