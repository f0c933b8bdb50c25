import { defineCustomElement as defineContent } from '@ionic/core/components/ion-refresher-content.js';
import { defineCustomElement as defineRefresher } from '@ionic/core/components/ion-refresher.js';
import { createElement, useEffect, useRef } from 'react';
import { useTranslation } from '@/i18n';
import { useOwnPage } from '@/lib/nav/nav';
import { refetchPage } from '@/lib/queryClient';

defineRefresher();
defineContent();

/**
 * The maximum time that the page is held while refreshing. Ionic blocks scrolling meanwhile, and a call may hang for
 * half a minute; later responses are shown when they arrive.
 */
const MAX_HOLD_MS = 3_000;

/**
 * Pulling down the page reloads its data. Slow responses are shown when they arrive. It shows a text instead of Ionic's
 * spinner, because screen readers read it too.
 */
export default function Refresher() {
  const { t } = useTranslation('common');
  const page = useOwnPage();
  const element = useRef<HTMLIonRefresherElement>(null);
  useEffect(() => {
    const { current } = element;
    const refresh = async () => {
      let late;
      await Promise.race([refetchPage(page), new Promise((resolve) => (late = setTimeout(resolve, MAX_HOLD_MS)))]);
      clearTimeout(late);
      await current?.complete();
    };
    current?.addEventListener('ionRefresh', refresh);
    return () => current?.removeEventListener('ionRefresh', refresh);
  }, [page]);
  // An empty icon name means that no icon is drawn or loaded.
  const words = { 'pulling-text': t('refresh.pull'), 'refreshing-text': t('refresh.busy'), 'pulling-icon': '', 'refreshing-spinner': '' };
  return createElement('ion-refresher', { ref: element, slot: 'fixed' }, createElement('ion-refresher-content', words));
}
