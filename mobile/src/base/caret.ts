/**
 * Returns the caret position in a field that shows `shown` for the typed `text`. `at` is the number of characters
 * before the caret in `text`. If formatting only cut characters off the end, the caret stays; otherwise it keeps its
 * distance from the end, because characters were added or removed before it.
 */
export const caretIn = (shown: string, text: string, at: number): number => (shown.startsWith(text.slice(0, at)) ? at : Math.max(0, shown.length - (text.length - at)));
