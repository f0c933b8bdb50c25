import { useCallback, useEffect, useRef, useState } from 'react';
import { sentenceOf } from './sentence';
import { useLanguage, type Language } from '.';

/** Messages by field name. */
type Words = Record<string, string>;

const none: Words = {};

/**
 * Server messages by field that stay on the screen. After a change of language they are translated by the names of
 * their reasons; messages that only the server can translate are removed.
 */
export function useServerErrors(): [Words, (words: Words, reasons?: Record<string, string>) => void] {
  const language = useLanguage();
  const [answered, setAnswered] = useState<{ words: Words; reasons: Record<string, string>; language: Language } | null>(null);
  const now = useRef(language);
  now.current = language;

  useEffect(() => {
    if (!answered || answered.language === language) return undefined;
    let current = true;
    const { words, reasons } = answered;
    const sayAgain = async (field: string) => [field, await sentenceOf(reasons[field] ?? '', language).catch(() => undefined)] as const;
    void Promise.all(Object.keys(words).map(sayAgain)).then((said) => {
      if (current) setAnswered({ words: Object.fromEntries(said.filter((one): one is [string, string] => one[1] !== undefined)), reasons, language });
    });
    return () => {
      current = false;
    };
  }, [answered, language]);

  const say = useCallback((words: Words, reasons: Record<string, string> = {}) => setAnswered({ words, reasons, language: now.current }), []);
  return [answered?.words ?? none, say];
}
