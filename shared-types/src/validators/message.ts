/** Characters of a message or a complaint (spec 5). */
export const MAX_MESSAGE = 300;

/** Characters as people, and the server, count them: an emoji is one, and so is a letter that is put together of its marks. */
export function textLength(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}

/** What speaks against the words of a message; null when nothing does. */
export function messageProblem(words: string): 'empty' | 'tooLong' | null {
  const length = textLength(words.trim());
  if (length === 0) return 'empty';
  return length > MAX_MESSAGE ? 'tooLong' : null;
}
