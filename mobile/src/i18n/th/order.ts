import type { Translation } from '../texts';

export default {
  title: 'เงินกู้ของฉัน',
} satisfies Translation<'order'>;
