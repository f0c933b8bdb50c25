import type { Translation } from '../texts';

export default {
  title: 'No network',
  text: 'This is what you last saw. The figures may have changed.',
  nothing: 'Your loan shows here once we can be reached again. Nothing is lost.',
  receipts: 'Receipts you have seen',
  code: 'Your payment code',
  transfer: 'Transfer you started',
  transferUntil: 'These details work until the end of {{day}}',
  maybePaid: 'It may have been paid already. Check before you pay.',
  qr: 'QR code to pay {{amount}}',
  amount: 'Amount',
  holder: 'Account name',
  memo: 'Transfer note',
  until: 'The code works until the end of {{day}}',
  asOf: 'As of {{time}}, {{age}}',
  minutes_one: '{{count}} minute ago',
  minutes_other: '{{count}} minutes ago',
  hours_one: '{{count}} hour ago',
  hours_other: '{{count}} hours ago',
  days_one: '{{count}} day ago',
  days_other: '{{count}} days ago',
} satisfies Translation<'offline'>;
