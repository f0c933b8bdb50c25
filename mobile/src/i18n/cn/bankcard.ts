import type { Translation } from '../texts';

export default {
  title: '银行卡',
} satisfies Translation<'bankcard'>;
