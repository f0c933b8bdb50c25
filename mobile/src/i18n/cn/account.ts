import type { Translation } from '../texts';

export default {
  title: '我的账户',
} satisfies Translation<'account'>;
