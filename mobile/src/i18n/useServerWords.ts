import { useCallback } from 'react';
import { useServerErrors } from './useServerErrors';

/** A server message that stays on the screen at a single place. See useServerErrors. */
export function useServerWords(): [string, (words: string, reason?: string) => void] {
  const [answered, answer] = useServerErrors();
  const say = useCallback((words: string, reason = '') => answer(words === '' ? {} : { words }, { words: reason }), [answer]);
  return [answered['words'] ?? '', say];
}
