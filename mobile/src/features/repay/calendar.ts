import { getConfig, webAddress } from '@/lib/config';
import { text } from '@/i18n';
import { formatMoney } from '@/lib/format/money';

/** The data of a due date's calendar entry. */
interface Due {
  orderId: string;
  orderNo: string;
  dueDate: string;
  totalAtDue: number;
  currency: string;
}

/** Escapes backslash, semicolon, comma and line breaks in a text (RFC 5545). */
const escaped = (words: string) => words.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\n/g, '\\n');

/** Folds a line into lines of at most 75 bytes, as the standard requires, without splitting a character. */
function folded(line: string): string {
  let [out, bytes] = ['', 0];
  for (const letter of Array.from(line)) {
    const size = new TextEncoder().encode(letter).length;
    if (bytes + size > 74) [out, bytes] = [`${out}\r\n `, 1];
    [out, bytes] = [out + letter, bytes + size];
  }
  return out;
}

const plain = (day: string) => day.replace(/-/g, '');
const dayAfter = (day: string) => new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/**
 * The due date as an all-day calendar entry (RFC 5545) with a reminder on the morning before. If it is imported again
 * after the due date has moved, it replaces the earlier entry. It contains no name and no lender, because other people
 * may see the calendar.
 */
export function dueDateEvent({ orderId, orderNo, dueDate, totalAtDue, currency }: Due, now = new Date()): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const about = text('repay:calendar.text', { amount: formatMoney(totalAtDue, currency), no: orderNo });
  const lines = [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//loanmarket//due date//EN', 'METHOD:PUBLISH', 'BEGIN:VEVENT',
    `UID:${orderId}@${new URL(webAddress()).host}`, `SEQUENCE:${Math.floor(now.getTime() / 1000)}`, `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${plain(dueDate)}`, `DTEND;VALUE=DATE:${plain(dayAfter(dueDate))}`,
    `SUMMARY:${escaped(text('repay:calendar.title', { name: getConfig().prodName }))}`, `DESCRIPTION:${escaped(about)}`, `URL:${webAddress()}/m/repay/normal?orderId=${orderId}`,
    'TRANSP:TRANSPARENT', 'BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escaped(about)}`, 'TRIGGER:-PT15H', 'END:VALARM', 'END:VEVENT', 'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
