import type { Translation } from '../texts';

export default {
  title: '没有网络',
  text: '这是您上次看到的内容，金额可能已有变化。',
  nothing: '恢复连接后，您的借款会显示在这里。没有任何内容丢失。',
  receipts: '看过的回单',
  code: '您的付款码',
  transfer: '您发起的转账',
  transferUntil: '以上信息有效期至{{day}} 24:00',
  maybePaid: '这笔款项可能已经付过，请先核对再付款。',
  qr: '用于支付 {{amount}} 的二维码',
  amount: '金额',
  holder: '户名',
  memo: '转账附言',
  until: '付款码有效期至{{day}} 24:00',
  asOf: '截至 {{time}}，{{age}}',
  minutes_other: '{{count}} 分钟前',
  minutes_one: '{{count}} 分钟前',
  hours_other: '{{count}} 小时前',
  hours_one: '{{count}} 小时前',
  days_other: '{{count}} 天前',
  days_one: '{{count}} 天前',
} satisfies Translation<'offline'>;
