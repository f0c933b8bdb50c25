import { randomInt } from 'node:crypto';

/** A new borrower. */
export interface Person {
  name: string;
  phone: string;
  idNumber: string;
  /** `YYYY-MM-DD`. */
  birthday: string;
  /** As shown in the list. */
  income: string;
  /** As shown in the list. */
  workTime: string;
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

/** A 36-year-old woman from Hà Nội with a steady income, whose applications the lender approves. */
export function somebody(different: Partial<Person> = {}): Person {
  return {
    name: 'Nguyễn Thị Lan',
    phone: `0${[32, 35, 56, 79, 86, 91, 97][randomInt(7)]}${digits(7)}`,
    // 001 stands for Hà Nội, 1 for a woman born in the 1900s, and 90 for the year.
    idNumber: `001190${digits(6)}`,
    birthday: '1990-03-12',
    income: '12.000.000 ₫ – 18.000.000 ₫',
    workTime: '2 – 5 năm',
    ...different,
  };
}

/**
 * An account number without a special meaning for the sandbox bank, or with one of its special endings; see the
 * sandbox's suffixes.
 */
export function account(suffix = '7788'): string {
  return `19${digits(6)}${suffix}`;
}

/** A random IP address of a carrier's network, one per phone. */
export const address = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
