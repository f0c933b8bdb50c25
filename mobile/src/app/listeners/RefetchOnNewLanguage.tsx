import { useEffect, useRef } from 'react';
import { useLanguage } from '@/i18n';
import { fetchConfig } from '@/lib/config';
import { invalidateAll } from '@/lib/queryClient';

/** The server speaks too: after a switch of language its texts are asked for anew. */
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
