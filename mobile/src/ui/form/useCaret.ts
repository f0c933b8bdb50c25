import { useLayoutEffect, useRef, useState } from 'react';
import { caretIn } from '@/base/caret';

interface Edit {
  input: HTMLInputElement;
  /** The field's value after the input event. */
  typed: string;
  /** The text from which the shown value is derived, and the caret position within it. */
  text: string;
  at: number;
}

/**
 * Keeps the caret in place in a field that shows another text than was typed, even if the shown text does not change;
 * browsers would move the caret to the end. Returns a function to call in the change handler.
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
    // Date and email inputs report no caret position, and their value is never reformatted.
    if (at === null) return;
    edit.current = { input, typed: input.value, text, at };
    shownAgain((times) => times + 1);
  };
}
