import type { Translation } from '../texts';

export default {
  title: 'ฝ่ายบริการลูกค้า',
} satisfies Translation<'support'>;
