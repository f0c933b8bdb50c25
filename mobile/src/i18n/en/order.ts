import type { Translation } from '../texts';

export default {
  title: 'My loans',
} satisfies Translation<'order'>;
