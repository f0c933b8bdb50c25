import { asciiDigits } from './digits';

/** Characters of the image code (spec 5). */
const IMAGE_CODE_LENGTH = 4;

/** Image code: exactly 4 characters once trimmed. */
export function isImageCode(typed: string): boolean {
  return typed.trim().length === IMAGE_CODE_LENGTH;
}

/** What of the typed text can be an image code: in ASCII, no blanks, and no more than it has. */
export function maskImageCode(typed: string): string {
  return asciiDigits(typed).replace(/\s/g, '').slice(0, IMAGE_CODE_LENGTH);
}

/** What of the typed text can be a code of so many digits, whatever keyboard wrote them. */
export function maskDigits(typed: string, length: number): string {
  return asciiDigits(typed).replace(/\D/g, '').slice(0, length);
}

/** SMS code: as many digits as the region says. */
export function isSmsCode(typed: string, length: number): boolean {
  return typed.length === length && /^[0-9]+$/.test(typed);
}
