import type { Translation } from '../texts';

export default {
  title: '我的借款',
} satisfies Translation<'order'>;
