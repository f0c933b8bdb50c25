import type { Translation } from '../texts';

export default {
  title: 'ชำระเงินกู้',
} satisfies Translation<'repay'>;
