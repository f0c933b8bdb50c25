import type { Translation } from '../texts';

export default {
  title: 'บัญชีธนาคาร',
} satisfies Translation<'bankcard'>;
