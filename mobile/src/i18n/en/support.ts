import type { Translation } from '../texts';

export default {
  title: 'Customer service',
} satisfies Translation<'support'>;
