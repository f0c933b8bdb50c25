import { getConfig, webAddress } from '@/lib/config';
import { text } from '@/i18n';
import { formatMoney } from '@/lib/format/money';

/** What a due date's entry is about. */
interface Due {
  orderId: string;
  orderNo: string;
  dueDate: string;
  totalAtDue: number;
  currency: string;
}

/** RFC 5545: backslash, semicolon, comma and line breaks of a text. */
const escaped = (words: string) => words.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\n/g, '\\n');

/** Lines of at most 75 bytes, as the standard wants; no letter is cut in two. */
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
 * The due date as an entry of a calendar (RFC 5545): the whole day, with a reminder the morning before. Taken in again after the
 * due date has moved it takes the place of the first. It says no name and no lender: others see calendars.
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
