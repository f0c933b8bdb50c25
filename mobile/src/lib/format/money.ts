import { numberFormat } from './formats';
import { getLanguage, locales, type Language } from '@/i18n';

const NBSP = '\u00a0';

interface CurrencyForm {
  symbol: string;
  /** Digits of the minor unit. */
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

/** An amount taken apart for display: the figure, its symbol, and which of them comes first. */
export interface MoneyParts {
  figure: string;
  symbol: string;
  symbolAfter: boolean;
  spaced: boolean;
}

/** Takes an amount in minor units apart, separated in the reader's local way; a whole amount has no decimals. */
export function moneyParts(minor: number, currency: string, language: Language = getLanguage()): MoneyParts {
  const form = formOf(currency);
  const scale = 10 ** form.decimals;
  const decimals = minor % scale === 0 ? 0 : form.decimals;
  const figure = numberFormat(locales[language], { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(minor / scale);
  return { figure, symbol: form.symbol, symbolAfter: form.after ?? false, spaced: form.spaced ?? false };
}

/** An amount in minor units as text that never wraps: `2.150.000 ₫`. Twin of money.Format on the server, held to it by vectors/formats.json. */
export function formatMoney(minor: number, currency: string, language: Language = getLanguage()): string {
  const { figure, symbol, symbolAfter, spaced } = moneyParts(Math.abs(minor), currency, language);
  const space = spaced ? NBSP : '';
  return (minor < 0 ? '-' : '') + (symbolAfter ? figure + space + symbol : symbol + space + figure);
}

/** An amount as banking apps take it when it is pasted: digits and a decimal point only. */
export function copiedMoney(minor: number, currency: string): string {
  return moneyParts(minor, currency, 'en').figure.replace(/,/g, '');
}

/** What was typed into an amount field: minor units (null when there is no digit), and the text to go on from. */
export interface TypedMoney {
  minor: number | null;
  text: string;
}

/** Longest whole part that is taken. */
const MAX_WHOLE = 13;

/** How a text came about: something was added, something was deleted, or all of it came at once. */
type Edit = 'typed' | 'shortened' | 'pasted';

/**
 * Reads an amount while it is typed. Either sign may part the decimals, whatever the keyboard offers. Where something was deleted a sign
 * that parts thousands stays one ("1,500" to "1,50" is 150).
 */
export function typedMoney(typed: string, currency: string, language: Language = getLanguage(), edit: Edit = 'typed'): TypedMoney {
  const { decimals } = formOf(currency);
  // A sentence that ends with an amount brings its full stop along.
  if (edit === 'pasted') typed = typed.replace(/[.,]+(?=[^\d.,]*$)/, '');
  const point = pointIn(typed, decimals, language, edit);
  const whole = (point < 0 ? typed : typed.slice(0, point)).replace(/\D/g, '').replace(/^0+(?=\d)/, '').slice(0, MAX_WHOLE);
  const part = point < 0 ? '' : typed.slice(point + 1).replace(/\D/g, '').slice(0, decimals);
  if (whole === '' && part === '') return { minor: null, text: '' };
  const grouped = numberFormat(locales[language]).format(Number(whole || '0'));
  return {
    minor: Number(whole || '0') * 10 ** decimals + Number(part.padEnd(decimals, '0') || '0'),
    text: point < 0 || decimals === 0 ? grouped : grouped + decimalSign(language) + part,
  };
}

/** Behind thousands and with a sign of their own, in a currency that has none, as banks write it: "1,000,000.00 VND", "1000000.00". */
const NEEDLESS_DECIMALS = /(?:,\d{3}\.|\.\d{3},|[\d\s]\d{3}[.,])\d{0,2}[^\d.,]*$/;

/** Behind a sign that parts no thousands, where nobody is on the way to more of them: "500.00", "500,5". Not that of "Rp.50". */
const PASTED_DECIMALS = /(?:^|\d)[.,](?:\d{0,2}|\d{4,})[^\d.,]*$/;

/** Thousands parted more than once, where nothing else is parted: "1.000.000". */
const THOUSANDS = /(?:[.,]\d{3}){2}[^\d.,]*$/;

/** Where the decimals are parted off, or -1. */
function pointIn(typed: string, decimals: number, language: Language, edit: Edit): number {
  const [dot, comma] = [typed.lastIndexOf('.'), typed.lastIndexOf(',')];
  if (decimals === 0) return NEEDLESS_DECIMALS.test(typed) || (edit === 'pasted' && PASTED_DECIMALS.test(typed)) ? Math.max(dot, comma) : -1;
  if (dot >= 0 && comma >= 0) return Math.max(dot, comma);
  if (THOUSANDS.test(typed)) return -1;
  const own = decimalSign(language) === '.' ? dot : comma;
  if (own >= 0) return own;
  return edit === 'shortened' ? -1 : typed.search(/[.,]\d{0,2}[^\d.,]*$/);
}

/**
 * Whether the decimals of a text begin with the sign of thousands, for those whose keyboard has no other: it has just been typed, or
 * had been before.
 */
export function partedByOther(before: boolean, typed: string, text: string, language: Language = getLanguage()): boolean {
  const sign = decimalSign(language);
  return text.includes(sign) && (before || typed.endsWith(sign === '.' ? ',' : '.'));
}

/** What is meant where that sign is followed by a third digit ("1,23", shown as "1.23", and 4): it parts thousands, which a 0 begins none of. Null elsewhere. */
export function thousandsAfterAll(typed: string, shown: string, language: Language = getLanguage()): string | null {
  const [whole, part = ''] = shown.split(decimalSign(language));
  return whole !== '0' && part.length === 2 && typed.startsWith(shown) && /^\d$/.test(typed.slice(shown.length)) ? whole + part + typed.slice(shown.length) : null;
}

function decimalSign(language: Language): string {
  return numberFormat(locales[language]).format(1.5).charAt(1);
}

/** A rate in basis points: `15%`, `30,04%`, as agreements and content write it. */
export function formatRate(bps: number, language: Language = getLanguage()): string {
  const figure = numberFormat(locales[language], { maximumFractionDigits: 2, useGrouping: false }).format(bps / 100);
  return `${figure}%`;
}
