import type { Translation } from '../texts';

export default {
  title: 'Cookies and advertising',
  ask: 'May the advertising platform that brought you here learn if you register, apply or are paid out, and the principal? Your phone number is sent as a hash only. No answer means no.',
  allow: 'Allow',
  deny: 'No',
  more: 'Learn more',
} satisfies Translation<'ads'>;
