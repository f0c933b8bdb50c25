import { asciiDigits } from './digits';

/** The length of an image code (spec 5). */
const IMAGE_CODE_LENGTH = 4;

/** Whether the text is an image code: exactly 4 characters after trimming. */
export function isImageCode(typed: string): boolean {
  return typed.trim().length === IMAGE_CODE_LENGTH;
}

/** The part of the text that can be an image code: converted to ASCII, without spaces, cut at its length. */
export function maskImageCode(typed: string): string {
  return asciiDigits(typed).replace(/\s/g, '').slice(0, IMAGE_CODE_LENGTH);
}

/** The part of the text that can be a code of `length` digits, whatever keyboard typed it. */
export function maskDigits(typed: string, length: number): string {
  return asciiDigits(typed).replace(/\D/g, '').slice(0, length);
}

/** Whether the text is an SMS code of the region's length. */
export function isSmsCode(typed: string, length: number): boolean {
  return typed.length === length && /^[0-9]+$/.test(typed);
}
