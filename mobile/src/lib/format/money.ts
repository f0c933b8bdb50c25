import { numberFormat } from './formats';
import { getLanguage, locales, type Language } from '@/i18n';

const NBSP = '\u00a0';

interface CurrencyForm {
  symbol: string;
  /** Number of decimal digits of the minor unit. */
  decimals: number;
  after?: boolean;
  spaced?: boolean;
}

const currencies: Record<string, CurrencyForm> = {
  VND: { symbol: '₫', decimals: 0, after: true, spaced: true },
  CNY: { symbol: '¥', decimals: 2 },
  IDR: { symbol: 'Rp', decimals: 0, spaced: true },
  THB: { symbol: '฿', decimals: 2 },
  GHS: { symbol: 'GH₵', decimals: 2 },
};

function formOf(currency: string): CurrencyForm {
  return currencies[currency] ?? { symbol: currency, decimals: 2, spaced: true };
}

/** An amount split for display: the figure, its symbol, and their order. */
export interface MoneyParts {
  figure: string;
  symbol: string;
  symbolAfter: boolean;
  spaced: boolean;
}

/** Splits an amount in minor units for display, formatted in the user's locale. A whole amount has no decimals. */
export function moneyParts(minor: number, currency: string, language: Language = getLanguage()): MoneyParts {
  const form = formOf(currency);
  const scale = 10 ** form.decimals;
  const decimals = minor % scale === 0 ? 0 : form.decimals;
  const figure = numberFormat(locales[language], { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(minor / scale);
  return { figure, symbol: form.symbol, symbolAfter: form.after ?? false, spaced: form.spaced ?? false };
}

/**
 * Formats an amount in minor units as text that never wraps: `2.150.000 ₫`. Must behave like money.Format on the
 * server; vectors/formats.json tests both.
 */
export function formatMoney(minor: number, currency: string, language: Language = getLanguage()): string {
  const { figure, symbol, symbolAfter, spaced } = moneyParts(Math.abs(minor), currency, language);
  const space = spaced ? NBSP : '';
  return (minor < 0 ? '-' : '') + (symbolAfter ? figure + space + symbol : symbol + space + figure);
}

/** An amount in the form that banking apps accept when it is pasted: only digits and a decimal point. */
export function copiedMoney(minor: number, currency: string): string {
  return moneyParts(minor, currency, 'en').figure.replace(/,/g, '');
}

/**
 * The result of reading an amount field: the amount in minor units (null if there is no digit), and the text to show in
 * the field.
 */
export interface TypedMoney {
  minor: number | null;
  text: string;
}

/** The most digits before the decimals; further ones are cut off. */
const MAX_WHOLE = 13;

/** How a text changed: something was added, something was deleted, or all of it was pasted. */
type Edit = 'typed' | 'shortened' | 'pasted';

/**
 * Reads an amount while it is typed. Both the dot and the comma may separate the decimals, because keyboards offer either. Where
 * something was deleted, a group separator stays one ("1,500" shortened to "1,50" is 150).
 */
export function typedMoney(typed: string, currency: string, language: Language = getLanguage(), edit: Edit = 'typed'): TypedMoney {
  const { decimals } = formOf(currency);
  // A pasted sentence that ends with an amount also has its full stop.
  if (edit === 'pasted') typed = typed.replace(/[.,]+(?=[^\d.,]*$)/, '');
  const point = decimalIndex(typed, decimals, language, edit);
  const whole = (point < 0 ? typed : typed.slice(0, point)).replace(/\D/g, '').replace(/^0+(?=\d)/, '').slice(0, MAX_WHOLE);
  const part = point < 0 ? '' : typed.slice(point + 1).replace(/\D/g, '').slice(0, decimals);
  if (whole === '' && part === '') return { minor: null, text: '' };
  const grouped = numberFormat(locales[language]).format(Number(whole || '0'));
  return {
    minor: Number(whole || '0') * 10 ** decimals + Number(part.padEnd(decimals, '0') || '0'),
    text: point < 0 || decimals === 0 ? grouped : grouped + decimalSeparator(language) + part,
  };
}

/** Decimals of a currency that has none, as banks write them: after thousands, with a separator of their own ("1,000,000.00 VND", "1000000.00"). */
const NEEDLESS_DECIMALS = /(?:,\d{3}\.|\.\d{3},|[\d\s]\d{3}[.,])\d{0,2}[^\d.,]*$/;

/** Decimals of a pasted text, whose separator cannot be one of thousands: "500.00", "500,5". The dot of "Rp.50" is none. */
const PASTED_DECIMALS = /(?:^|\d)[.,](?:\d{0,2}|\d{4,})[^\d.,]*$/;

/** Two or more group separators and no decimals: "1.000.000". */
const THOUSANDS = /(?:[.,]\d{3}){2}[^\d.,]*$/;

/** The index of the decimal separator in the text, or -1. */
function decimalIndex(typed: string, decimals: number, language: Language, edit: Edit): number {
  const [dot, comma] = [typed.lastIndexOf('.'), typed.lastIndexOf(',')];
  if (decimals === 0) return NEEDLESS_DECIMALS.test(typed) || (edit === 'pasted' && PASTED_DECIMALS.test(typed)) ? Math.max(dot, comma) : -1;
  if (dot >= 0 && comma >= 0) return Math.max(dot, comma);
  if (THOUSANDS.test(typed)) return -1;
  const own = decimalSeparator(language) === '.' ? dot : comma;
  if (own >= 0) return own;
  return edit === 'shortened' ? -1 : typed.search(/[.,]\d{0,2}[^\d.,]*$/);
}

/**
 * Whether the decimals of `text` were begun with the language's group separator (the sign between thousands), as on a keyboard that
 * has no other: it has just been typed, or `before` says that it had been.
 */
export function usesGroupSeparatorAsDecimal(before: boolean, typed: string, text: string, language: Language = getLanguage()): boolean {
  const sign = decimalSeparator(language);
  return text.includes(sign) && (before || typed.endsWith(sign === '.' ? ',' : '.'));
}

/**
 * What is meant where a third digit follows that separator ("1,23", shown as "1.23", and a 4): it separates thousands after all, and
 * the text is "1234". Null elsewhere, also where the whole part is 0, which no thousands follow.
 */
export function regroupThousands(typed: string, shown: string, language: Language = getLanguage()): string | null {
  const [whole, part = ''] = shown.split(decimalSeparator(language));
  return whole !== '0' && part.length === 2 && typed.startsWith(shown) && /^\d$/.test(typed.slice(shown.length)) ? whole + part + typed.slice(shown.length) : null;
}

function decimalSeparator(language: Language): string {
  return numberFormat(locales[language]).format(1.5).charAt(1);
}

/** Formats a rate in basis points, as agreements and content write it: `15%`, `30,04%`. */
export function formatRate(bps: number, language: Language = getLanguage()): string {
  const figure = numberFormat(locales[language], { maximumFractionDigits: 2, useGrouping: false }).format(bps / 100);
  return `${figure}%`;
}
