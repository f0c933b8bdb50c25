import { useEffect, useRef } from 'react';
import { useLanguage } from '@/i18n';
import { fetchConfig } from '@/lib/config';
import { askAllAnew } from '@/lib/queryClient';

/** The server speaks too: after a switch of language its texts are asked for anew. */
export function NewLanguage() {
  const language = useLanguage();
  const shown = useRef(language);
  useEffect(() => {
    if (shown.current === language) return;
    shown.current = language;
    void askAllAnew();
    void fetchConfig().catch(() => undefined);
  }, [language]);
  return null;
}
