/** The zeros of other keyboards, each with its nine digits behind it: Arabic, Persian, Thai, Lao, Burmese, Khmer. */
const ZEROS = [0x0660, 0x06f0, 0x0e50, 0x0ed0, 0x1040, 0x17e0];

/** Full-width signs, as Chinese keyboards offer them, and how far they lie behind those of ASCII. */
const WIDE = { first: 0xff01, last: 0xff5e, shift: 0xfee0 };

/** Signs of other keyboards that part thousands and decimals: Arabic ones, and the full stop that a Chinese one has for a point. */
const SIGNS: Readonly<Record<string, string>> = { '\u066b': '.', '\u066c': ',', '\u3002': '.', '\uff61': '.' };

/**
 * What was typed or pasted into a field of digits, with the digits of other scripts as 0 to 9, and full-width signs and what
 * parts decimals as ASCII: "๐๘๑๒" is "0812", "＋８６" is "+86", "15。75" is "15.75". As long as before. The server takes ASCII alone.
 */
export function asciiDigits(typed: string): string {
  return typed.replace(/[\u0660-\uffff]/g, (sign) => {
    const code = sign.charCodeAt(0);
    if (code >= WIDE.first && code <= WIDE.last) return String.fromCharCode(code - WIDE.shift);
    const zero = ZEROS.find((first) => code >= first && code <= first + 9);
    return zero === undefined ? (SIGNS[sign] ?? sign) : String(code - zero);
  });
}
