import { text } from '@/i18n';

/** Bounds of spec 5. */
export const MAX_TEXT = 300;
export const MAX_IMAGES = 3;

/** A message or a complaint while it is written. */
export interface Letter {
  text: string;
  /** Ids of images on the server. */
  fileIds: string[];
  /** Empty: about no loan in particular. */
  orderId: string;
}

export const emptyLetter: Letter = { text: '', fileIds: [], orderId: '' };

/** Why these words cannot be sent; undefined where they can. */
export function wrongText(words: string): string | undefined {
  const length = Array.from(words.trim()).length;
  if (length === 0) return text('support:letter.empty');
  return length > MAX_TEXT ? text('support:letter.tooLong', { max: MAX_TEXT }) : undefined;
}
