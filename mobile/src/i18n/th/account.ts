import type { Translation } from '../texts';

export default {
  title: 'บัญชีของฉัน',
} satisfies Translation<'account'>;
