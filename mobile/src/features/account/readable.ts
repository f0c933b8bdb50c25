import type { MemberCopyData } from '@loanmarket/shared-types/api';
import { getLanguage, locales, text, textOr } from '@/i18n';
import { listed } from '@/i18n/listed';
import { getConfig } from '@/lib/config';
import { formatInstant } from '@/lib/format/date';
import { formatMoney, formatRate } from '@/lib/format/money';
import { statusTagOf } from '@/shared/order/status';
import { componentNames } from '@/shared/pay/components';

/** The copy as a single HTML page that any browser can show and print without this app. */
export function readable({ generatedAt, memberId, sections }: MemberCopyData): string {
  const title = escape(text('account:data.title'));
  const parts = sections.map(({ name, records }) => {
    const body = records.length === 0 ? `<p>${escape(text('account:data.none'))}</p>` : records.map((record) => table(inWords(name, record, generatedAt), getConfig().region.currency)).join('');
    return `<section><h2>${escape(sectionName(name))}</h2>${body}</section>`;
  });
  return `<!doctype html><html lang="${locales[getLanguage()]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1>
<p>${escape(text('account:data.readyText', { time: formatInstant(generatedAt) }))} · ${escape(memberId)}</p>${parts.join('\n')}</body></html>`;
}

const STYLE =
  'body{font:16px/1.5 sans-serif;margin:16px;color:#14211b;max-width:720px}h2{margin-top:32px;border-bottom:1px solid #e3e8e2}' +
  'table{width:100%;border-collapse:collapse;margin:12px 0}th,td{text-align:left;vertical-align:top;padding:4px 8px;border-bottom:1px solid #e3e8e2;overflow-wrap:anywhere}th{width:40%;font-weight:400;color:#55635c}pre{white-space:pre-wrap;margin:0;font:inherit}';

type Values = Record<string, unknown>;

/**
 * Replaces codes by their names. The two status numbers and the dates of an order become one word. A code without a
 * name stays as it is.
 */
function inWords(section: string, record: Values, at: string): Values {
  if (section === 'orders') {
    const { repayStatus, ...order } = record;
    const status = text(statusTagOf({ status: Number(order['status']), repayStatus: repayStatus as number | null, ...offerAt(order, at) }).word);
    return { ...order, status, ...(order['terms'] ? { terms: conditions(order['terms'] as Values) } : {}) };
  }
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, isCode(value) ? textOr(`owndata:value.${section}.${name}.${value}`, '') || value : value]));
}

/**
 * The offer's expiry as an order list has it: null if the offer had expired at that instant. It is missing in data of
 * an older server.
 */
function offerAt({ offerExpiresAt }: Values, at: string): { offerExpiresAt?: string | null } {
  if (typeof offerExpiresAt !== 'string') return {};
  return { offerExpiresAt: Date.parse(offerExpiresAt) <= Date.parse(at) ? null : offerExpiresAt };
}

/** The terms of a loan, with the allocation order and the basis of the rate cap in words. */
function conditions({ allocationOrder, capBasis, ...terms }: Values): Values {
  const parts = Array.isArray(allocationOrder) ? allocationOrder.map((part) => (isComponent(part) ? text(componentNames[part]) : String(part))) : null;
  const basis = capBasis === 'nominal' ? fieldName('annualRateBps') : capBasis === 'apr' ? text('terms:apr') : capBasis;
  return { ...terms, ...(parts && { allocationOrder: listed(parts) }), ...(basis ? { capBasis: basis } : {}) };
}

const isComponent = (part: unknown): part is keyof typeof componentNames => Object.keys(componentNames).includes(String(part));

const isCode = (value: unknown): value is string | number => typeof value === 'number' || (typeof value === 'string' && /^[a-z\d_]+$/.test(value));

/** A record as a table. Its amounts are in its own currency, or otherwise in that of the surrounding record. */
function table(record: Values, around: string): string {
  const currency = typeof record['currency'] === 'string' ? record['currency'] : around;
  const rows = Object.entries(record)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => {
      const told = typeof value === 'number' ? escape(figure(name, value, currency)) : shown(value, currency);
      return `<tr><th>${escape(fieldName(name))}</th><td>${told}</td></tr>`;
    });
  return `<table>${rows.join('')}</table>`;
}

/** Formats a number according to its field: as an amount, as a rate, or unchanged. */
function figure(name: string, value: number, currency: string): string {
  if (MONEY.has(name)) return formatMoney(value, currency);
  return RATE.test(name) ? formatRate(value) : String(value);
}

/** Fields that contain basis points. */
const RATE = /Bps(Day)?$/;

/** Fields that contain minor units of a currency. */
const MONEY = new Set(['amount', 'appliedAmount', 'principal', 'actualReceived', 'fee', 'limit', 'accountFeeFlat', 'lateFee']);

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function shown(value: unknown, currency: string): string {
  if (typeof value === 'boolean') return escape(text(value ? 'account:data.yes' : 'account:data.no'));
  if (typeof value === 'string') return `<pre>${escape(INSTANT.test(value) ? formatInstant(value) : value)}</pre>`;
  if (Array.isArray(value)) return value.map((one) => shown(one, currency)).join('');
  if (isAmount(value)) return escape(formatMoney(value.minor, value.currency));
  if (typeof value === 'object' && value !== null) return table(value as Values, currency);
  return escape(String(value));
}

/** Whether a value is an amount with its currency, as in the details of a notice. */
function isAmount(value: unknown): value is { minor: number; currency: string } {
  const { minor, currency } = (value ?? {}) as Values;
  return typeof minor === 'number' && typeof currency === 'string';
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text, so that user input is never markup in the file. */
function escape(raw: string): string {
  return raw.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
}

/** The name of a section of the copy; a section without a translation keeps its technical name. */
export const sectionName = (name: string) => textOr(`owndata:section.${name}`, name);

/** The name of a field of a record. */
const fieldName = (name: string) => textOr(`owndata:field.${name}`, name);
