import { defineCustomElement as defineContent } from '@ionic/core/components/ion-refresher-content.js';
import { defineCustomElement as defineRefresher } from '@ionic/core/components/ion-refresher.js';
import { createElement, useEffect, useRef } from 'react';
import { useTranslation } from '@/i18n';
import { queryClient } from '@/lib/queryClient';

defineRefresher();
defineContent();

/** Pulled down at its top, a page asks anew for what stands on it. Words instead of Ionic's turning wheel: they are read out, too. */
export default function Refresher() {
  const { t } = useTranslation('common');
  const element = useRef<HTMLIonRefresherElement>(null);
  useEffect(() => {
    const { current } = element;
    const refresh = () => void queryClient.refetchQueries({ type: 'active' }).finally(() => void current?.complete());
    current?.addEventListener('ionRefresh', refresh);
    return () => current?.removeEventListener('ionRefresh', refresh);
  }, []);
  // An icon of no name: none is drawn, and none is fetched.
  const words = { 'pulling-text': t('refresh.pull'), 'refreshing-text': t('refresh.busy'), 'pulling-icon': '', 'refreshing-spinner': '' };
  return createElement('ion-refresher', { ref: element, slot: 'fixed' }, createElement('ion-refresher-content', words));
}
