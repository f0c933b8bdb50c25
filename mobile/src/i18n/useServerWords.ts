import { useCallback } from 'react';
import { useServerErrors } from './useServerErrors';

/** Words of the server that stay on the screen and belong to one place. */
export function useServerWords(): [string, (words: string, reason?: string) => void] {
  const [answered, answer] = useServerErrors();
  const say = useCallback((words: string, reason = '') => answer(words === '' ? {} : { words }, { words: reason }), [answer]);
  return [answered['words'] ?? '', say];
}
