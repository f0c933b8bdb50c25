import type { Translation } from '../texts';

export default {
  title: '还款',
} satisfies Translation<'repay'>;
