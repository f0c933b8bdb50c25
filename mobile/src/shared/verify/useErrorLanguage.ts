import { useEffect, useRef } from 'react';
import type { ErrorOption, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { useLanguage } from '@/i18n';
import { sentenceOf } from '@/i18n/sentence';

/** The server's error at a field. With the reason's name it can be shown in another language. */
export function serverError(message: string, reason = ''): ErrorOption {
  return { type: 'server', message, types: { reason } };
}

/** Translates a form's errors when the language changes. */
export function useErrorLanguage<T extends FieldValues>(form: UseFormReturn<T>, controls: readonly FieldPath<T>[]): void {
  const language = useLanguage();
  const shown = useRef(language);
  useEffect(() => {
    if (shown.current === language) return;
    shown.current = language;
    controls.forEach((name) => {
      const { error } = form.getFieldState(name);
      if (!error) return;
      if (error.type !== 'server') {
        void form.trigger(name);
        return;
      }
      const reason = String(error.types?.reason ?? '');
      void sentenceOf(reason, language).then((words) => {
        // The field may have been corrected meanwhile.
        if (words && form.getFieldState(name).error === error) form.setError(name, serverError(words, reason));
      });
    });
  }, [language, form, controls]);
}
