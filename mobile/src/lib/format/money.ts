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

/** Takes an amount in minor units apart, separated in the reader's local way; whole amounts show no decimals. */
export function moneyParts(minor: number, currency: string, language: Language = getLanguage()): MoneyParts {
  const form = formOf(currency);
  const scale = 10 ** form.decimals;
  const shown = minor % scale === 0 ? 0 : form.decimals;
  const figure = new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  }).format(minor / scale);
  return { figure, symbol: form.symbol, symbolAfter: form.after ?? false, spaced: form.spaced ?? false };
}

/** An amount in minor units as text that never wraps: `2.150.000 ₫`. */
export function formatMoney(minor: number, currency: string, language: Language = getLanguage()): string {
  const { figure, symbol, symbolAfter, spaced } = moneyParts(minor, currency, language);
  const space = spaced ? NBSP : '';
  return symbolAfter ? figure + space + symbol : symbol + space + figure;
}

/** What was typed into an amount field, as minor units; null when there is no digit. */
export function parseMoney(typed: string, currency: string): number | null {
  const { decimals } = formOf(currency);
  if (decimals === 0) {
    const digits = typed.replace(/\D/g, '').slice(0, 15);
    return digits === '' ? null : Number(digits);
  }
  const point = typed.search(/[.,]\d{0,2}$/);
  const whole = (point < 0 ? typed : typed.slice(0, point)).replace(/\D/g, '').slice(0, 13);
  const part = point < 0 ? '' : typed.slice(point + 1);
  if (whole === '' && part === '') return null;
  return Number(whole || '0') * 10 ** decimals + Number(part.padEnd(decimals, '0'));
}

/** A rate in basis points: `15 %`, `30,04 %`. */
export function formatRate(bps: number, language: Language = getLanguage()): string {
  const figure = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 2 }).format(bps / 100);
  return `${figure}${NBSP}%`;
}
