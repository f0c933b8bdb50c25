import { useLayoutEffect, useRef, useState } from 'react';
import { caretIn } from '@/base/caret';

interface Edit {
  input: HTMLInputElement;
  /** What stood in the field once it was typed in. */
  typed: string;
  /** What of that counts, and how much of it before the caret. */
  text: string;
  at: number;
}

/**
 * Keeps the caret where one types in a field that shows something else than what was typed, also when that is what it showed
 * before: a browser puts it at the end. The handler of the change calls what it answers with.
 */
export function useCaret() {
  const edit = useRef<Edit | null>(null);
  const [, shownAgain] = useState(0);

  useLayoutEffect(() => {
    if (!edit.current) return;
    const { input, typed, text, at } = edit.current;
    edit.current = null;
    const { value } = input;
    if (value === typed || document.activeElement !== input) return;
    const caret = caretIn(value, text, at);
    input.setSelectionRange(caret, caret);
  });

  return (input: HTMLInputElement, text = input.value, at = input.selectionStart) => {
    // Fields of days and addresses tell of no caret; nor is anything put into them.
    if (at === null) return;
    edit.current = { input, typed: input.value, text, at };
    shownAgain((times) => times + 1);
  };
}
