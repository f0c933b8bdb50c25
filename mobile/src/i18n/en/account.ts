import type { Translation } from '../texts';

export default {
  title: 'My account',
} satisfies Translation<'account'>;
