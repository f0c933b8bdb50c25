import type { Translation } from '../texts';

export default {
  title: '客服',
} satisfies Translation<'support'>;
