import type { Data } from '@/lib/api/contract';

const one = [{ code: 1, label: 'Một' }, { code: 2, label: 'Hai' }];

/** Options of the verification forms, two per list. */
export const choices: Data<'auth/options'> = {
  gender: [{ code: 0, label: 'Nữ' }, { code: 1, label: 'Nam' }],
  education: one,
  marital: one,
  childrenNum: one,
  residenceTime: one,
  relationship: one,
  profession: one,
  professionScheme: 'jobs',
  monthlyIncome: one,
  workTime: one,
};

/** A topic that has not been started. */
export const blank = (topic: string): Data<'auth/detail'> => ({ topic, state: 'todo', draft: null, submitted: null, savedAt: null });
