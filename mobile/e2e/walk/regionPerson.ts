import { randomInt } from 'node:crypto';

/** A new borrower in a region, with the region's notation. */
export interface RegionPerson {
  name: string;
  phone: string;
  /** Without the leading 0, as many people type it. */
  typed: string;
  /** As the field shows it. */
  contacts: string[];
  idNumber: string;
  birthday: string;
  /** Whether the ID number encodes the gender. */
  tellsGender: boolean;
  account: string;
  passbook: boolean;
  /** The beginning of the payment code's content; null if there is none. */
  code: RegExp | null;
  /** Formats an amount in minor units in the region's currency and the test's language. */
  money: (minor: number) => string;
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

const weighted = (n: string, weights: readonly number[]) => weights.reduce((sum, weight, at) => sum + weight * Number(n[at]), 0);

function chinese(): string {
  const body = `11010519900312${digits(2)}2`;
  return body + '10X98765432'[weighted(body, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11];
}

function thai(): string {
  const body = `31006${digits(7)}`;
  return body + String((11 - (weighted(body, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10);
}

/** Formats an amount with grouped thousands, and with the currency's decimals if it is not whole. */
function writer(symbol: string, decimals: number, grouping = ',', after = false): (minor: number) => string {
  return (minor) => {
    const text = String(minor).padStart(decimals + 1, '0');
    const whole = text.slice(0, text.length - decimals).replace(/\B(?=(\d{3})+$)/g, grouping);
    const part = text.slice(text.length - decimals);
    const figure = /[1-9]/.test(part) ? `${whole}.${part}` : whole;
    return after ? `${figure} ${symbol}` : `${symbol}${figure}`;
  };
}

const born = { birthday: '1990-03-12' };
const phones = (head: string, rest: number) => ({ phone: `0${head}${digits(rest)}` });

/** A 36-year-old woman with a steady income, by region. */
const people: Record<string, () => Omit<RegionPerson, 'typed'>> = {
  vi: () => ({
    ...born, ...phones('91', 7), name: 'Nguyễn Thị Lan', contacts: ['0912000111', '0987000222', '0356000333'], idNumber: `001190${digits(6)}`, tellsGender: true,
    account: `19${digits(8)}7788`, passbook: false, code: /^000201010212.*A000000727.*5303704.*5802VN/, money: writer('₫', 0, '.', true),
  }),
  cn: () => ({
    ...born, phone: `138${digits(8)}`, name: '王小兰', contacts: ['13900000111', '13700000222', '13600000333'], idNumber: chinese(), tellsGender: true,
    account: `6222${digits(8)}7788`, passbook: false, code: null, money: writer('¥', 2),
  }),
  id: () => ({
    ...born, ...phones('812', 8), name: 'Siti Rahayu', contacts: ['081200000111', '081300000222', '081100000333'], idNumber: `317101520390${randomInt(1000, 9999)}`,
    tellsGender: true, account: `12${digits(6)}7788`, passbook: true, code: null, money: writer('Rp ', 0),
  }),
  th: () => ({
    ...born, ...phones('81', 7), name: 'สมศรี ใจดี', contacts: ['0812000111', '0891000222', '0612000333'], idNumber: thai(), tellsGender: false,
    account: `12${digits(6)}7788`, passbook: true, code: /^000201010212.*A000000677010111.*5303764/, money: writer('฿', 2),
  }),
  gh: () => ({
    ...born, ...phones('24', 7), name: 'Ama Mensah', contacts: ['0241000111', '0201000222', '0551000333'], idNumber: `GHA-${digits(9)}-${randomInt(10)}`,
    tellsGender: false, account: `12${digits(6)}7788`, passbook: false, code: null, money: writer('GH₵', 2),
  }),
};

/** A new borrower in a region. */
export function somebodyOf(region: string): RegionPerson {
  const person = people[region]!();
  return { ...person, typed: person.phone.replace(/^0/, '') };
}
