import type { Data } from '@/lib/api/contract';

/** A verified borrower. */
export const member: Data<'member/query'> = {
  memberId: '0198f3a0-0000-7000-8000-000000000001',
  name: 'N••••• T•• Lan',
  phoneNum: '09••••5678',
  creditLimit: 15_000_000,
  currency: 'VND',
  score: 600,
  whiteListed: false,
  deleting: false,
  secondFactNeeded: false,
  freshUntil: null,
  freshFor: null,
  verification: {
    done: 5,
    total: 5,
    percent: 100,
    next: '',
    items: (['identity', 'personal', 'company', 'contacts', 'bankcard'] as const).map((topic) => ({ topic, state: 'done', minutes: 2, optional: false })),
  },
};
