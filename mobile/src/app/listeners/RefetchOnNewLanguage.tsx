import { useEffect, useRef } from 'react';
import { useLanguage } from '@/i18n';
import { fetchConfig } from '@/lib/config';
import { invalidateAll } from '@/lib/queryClient';

/** Reloads all data after a change of language, because the server's texts are in the language of the request. */
export function RefetchOnNewLanguage() {
  const language = useLanguage();
  const shown = useRef(language);
  useEffect(() => {
    if (shown.current === language) return;
    shown.current = language;
    void invalidateAll();
    void fetchConfig().catch(() => undefined);
  }, [language]);
  return null;
}
