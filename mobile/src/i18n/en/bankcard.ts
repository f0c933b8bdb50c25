import type { Translation } from '../texts';

export default {
  title: 'Bank accounts',
} satisfies Translation<'bankcard'>;
