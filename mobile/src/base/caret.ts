/**
 * Where the caret stands in a field that shows `shown` for `text`, of which `at` characters stood before it. What was cut off at
 * the end is no reason to go back; all else is put in and left out before the caret.
 */
export const caretIn = (shown: string, text: string, at: number): number => (shown.startsWith(text.slice(0, at)) ? at : Math.max(0, shown.length - (text.length - at)));
