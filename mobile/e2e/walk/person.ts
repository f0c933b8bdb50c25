import { randomInt } from 'node:crypto';

/** Somebody who has never been here. */
export interface Person {
  name: string;
  phone: string;
  idNumber: string;
  /** `YYYY-MM-DD`. */
  birthday: string;
  /** As the list shows it. */
  income: string;
  /** As the list shows it. */
  workTime: string;
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

/** A woman of 36 from Hà Nội with a steady income: the lender approves what is asked for. */
export function somebody(different: Partial<Person> = {}): Person {
  return {
    name: 'Nguyễn Thị Lan',
    phone: `0${[32, 35, 56, 79, 86, 91, 97][randomInt(7)]}${digits(7)}`,
    // 001 Hà Nội, 1 a woman born in the 1900s, 90 the year.
    idNumber: `001190${digits(6)}`,
    birthday: '1990-03-12',
    income: '12.000.000 ₫ – 18.000.000 ₫',
    workTime: '2 – 5 năm',
    ...different,
  };
}

/** An account number of no meaning to the embedded bank, or ending in one that has: see the sandbox's suffixes. */
export function account(suffix = '7788'): string {
  return `19${digits(6)}${suffix}`;
}

/** An address of the carrier's network, one for each phone. */
export const address = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
