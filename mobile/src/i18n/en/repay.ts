import type { Translation } from '../texts';

export default {
  title: 'Repay',
} satisfies Translation<'repay'>;
