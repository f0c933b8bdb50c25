/** The maximum length of a message or a complaint (spec 5). */
export const MAX_MESSAGE = 300;

/**
 * The number of characters as people and the server count them: an emoji is one character, and so is a letter composed
 * of several code points.
 */
export function textLength(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}

/** The problem of a message's text; null if it is valid. */
export function messageProblem(words: string): 'empty' | 'tooLong' | null {
  const length = textLength(words.trim());
  if (length === 0) return 'empty';
  return length > MAX_MESSAGE ? 'tooLong' : null;
}
