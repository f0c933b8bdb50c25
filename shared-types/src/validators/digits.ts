/** The zeros of other scripts, each followed by its nine other digits: Arabic, Persian, Thai, Lao, Burmese, Khmer. */
const ZEROS = [0x0660, 0x06f0, 0x0e50, 0x0ed0, 0x1040, 0x17e0];

/** Full-width characters of Chinese keyboards, and their distance from the ASCII characters. */
const WIDE = { first: 0xff01, last: 0xff5e, shift: 0xfee0 };

/** Thousands and decimal separators of other keyboards: Arabic ones, and the Chinese full stop. */
const SIGNS: Readonly<Record<string, string>> = { '\u066b': '.', '\u066c': ',', '\u3002': '.', '\uff61': '.' };

/** The spaces and dashes that documents, chats and phones set between the groups of a number. */
const SPACE = /[\u2000-\u200a\u202f\u205f\u3000]/;
const DASH = /[\u2010-\u2015\u2212]/;

/**
 * Characters that nobody sees: phones and chats copy them with a number, around it for its direction, or where a line may
 * break.
 */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Converts text typed or pasted into a digit field: digits of other scripts to 0 to 9, full-width characters and
 * separators to ASCII. "๐๘๑๒" becomes "0812", "＋８６" becomes "+86", "15。75" becomes "15.75". The length stays the same.
 * The server accepts only ASCII.
 */
export function asciiDigits(typed: string): string {
  return typed.replace(/[\u0660-\uffff]/g, (sign) => {
    const code = sign.charCodeAt(0);
    if (code >= WIDE.first && code <= WIDE.last) return String.fromCharCode(code - WIDE.shift);
    if (SPACE.test(sign)) return ' ';
    if (DASH.test(sign)) return '-';
    const zero = ZEROS.find((first) => code >= first && code <= first + 9);
    return zero === undefined ? (SIGNS[sign] ?? sign) : String(code - zero);
  });
}

/** Like asciiDigits, without the invisible characters that came along when the number was copied. */
export const visibleDigits = (typed: string): string => asciiDigits(typed).replace(UNSEEN, '');
