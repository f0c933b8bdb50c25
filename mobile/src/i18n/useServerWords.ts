import { useCallback, useEffect, useRef, useState } from 'react';
import { sentenceOf } from './sentence';
import { useLanguage, type Language } from '.';

/**
 * Words of the server that stay on the screen. When the language is switched under them they are said again in the new
 * one; words that only the server can say anew go away.
 */
export function useServerWords(): [string, (words: string, reason?: string) => void] {
  const language = useLanguage();
  const [answered, setAnswered] = useState<{ words: string; reason: string; language: Language } | null>(null);
  const now = useRef(language);
  now.current = language;

  useEffect(() => {
    if (!answered || answered.language === language) return undefined;
    let current = true;
    const again = (words = '') => current && setAnswered(words === '' ? null : { ...answered, words, language });
    sentenceOf(answered.reason, language).then(again, () => again());
    return () => {
      current = false;
    };
  }, [answered, language]);

  const say = useCallback((words: string, reason = '') => setAnswered(words === '' ? null : { words, reason, language: now.current }), []);
  return [answered?.words ?? '', say];
}
