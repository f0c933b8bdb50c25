import { PROVINCES } from './provinces';

/** Why a number is rejected; the names are those of the server's catalogue. */
export type IdProblem = 'id_number_wrong' | 'id_first_generation' | 'id_old_format';

/** The data encoded in an ID number. */
export interface IdCard {
  /** The format in which it is stored. */
  number: string;
  /** YYYY-MM-DD with a ? for each digit that is not encoded; empty if no birthday is encoded. */
  birth: string;
  /** 0 female, 1 male, -1 not encoded. */
  gender: -1 | 0 | 1;
  /** unknown_province is only a warning, because the lists may be outdated. */
  warnings: string[];
}

type Reading = IdCard | { reason: IdProblem };
type Rule = (number: string) => Reading;

const rules: Record<string, Rule> = { vn: vietnam, cn: china, id: indonesia, th: thailand, gh: ghana };
const wrong: Reading = { reason: 'id_number_wrong' };

/**
 * Reads an ID number by the region's rule (RegionConfig.idRule). Spaces, dashes and dots are ignored. Must behave like
 * idnumber.Read on the server; vectors/ids.json tests both.
 */
export function readIdNumber(rule: string, typed: string): Reading {
  return rules[rule]?.(typed.trim().replace(/[ \u00a0.-]/g, '').toUpperCase()) ?? wrong;
}

/**
 * Compares a number with the birthday (YYYY-MM-DD) and gender that were entered. Returns the contradictions: field to
 * reason.
 */
export function idContradictions(card: IdCard, birthday: string, gender: number): Record<string, string> {
  const fields: Record<string, string> = {};
  if (!matches(card.birth, birthday)) fields.birthday = 'id_birthday_mismatch';
  if (card.gender !== -1 && card.gender !== gender) fields.gender = 'id_gender_mismatch';
  return fields;
}

/** 12 digits: province (3), century and sex (1), year (2), serial (6). The 9-digit card is invalid since 2025. */
function vietnam(n: string): Reading {
  if (/^[0-9]{9}$/.test(n)) return { reason: 'id_old_format' };
  if (!/^[0-9]{3}[0-3][0-9]{8}$/.test(n)) return wrong;
  const epoch = Number(n[3]);
  return card(n, `${19 + (epoch >> 1)}${n.slice(4, 6)}-??-??`, epoch % 2 ? 0 : 1, known('vn', n.slice(0, 3)));
}

/**
 * GB 11643: area (6), birthday (8), serial (3, odd for men), check character. First-generation numbers have 15 digits.
 */
function china(n: string): Reading {
  if (/^[0-9]{15}$/.test(n)) return { reason: 'id_first_generation' };
  if (!/^[0-9]{17}[0-9X]$/.test(n)) return wrong;
  const birth = `${n.slice(6, 10)}-${n.slice(10, 12)}-${n.slice(12, 14)}`;
  const sum = weighted(n, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  if ('10X98765432'[sum % 11] !== n[17] || !exists(birth)) return wrong;
  return card(n, birth, Number(n[16]) % 2 ? 1 : 0, known('cn', n.slice(0, 2)));
}

/** NIK: area (6), day, month and year of birth (2 each, a woman's day plus 40), serial (4). */
function indonesia(n: string): Reading {
  if (!/^[0-9]{16}$/.test(n)) return wrong;
  const typedDay = Number(n.slice(6, 8));
  const woman = typedDay > 40;
  const day = String(woman ? typedDay - 40 : typedDay).padStart(2, '0');
  const rest = `${n.slice(10, 12)}-${n.slice(8, 10)}-${day}`;
  if (!exists(`19${rest}`) && !exists(`20${rest}`)) return wrong;
  return card(n, `??${rest}`, woman ? 0 : 1, known('id', n.slice(0, 2)));
}

/** 13 digits: the first is 1 to 8, and the last is the check digit. */
function thailand(n: string): Reading {
  if (!/^[1-8][0-9]{12}$/.test(n)) return wrong;
  const sum = weighted(n, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  return (11 - (sum % 11)) % 10 === Number(n[12]) ? card(n, '', -1, true) : wrong;
}

/** Only the format GHA-000000000-0 is checked, because the algorithm of the check digit is not published. */
function ghana(n: string): Reading {
  const digits = /^GHA([0-9]{9})([0-9])$/.exec(n);
  return digits ? card(`GHA-${digits[1]}-${digits[2]}`, '', -1, true) : wrong;
}

function card(number: string, birth: string, gender: IdCard['gender'], provinceKnown: boolean): IdCard {
  return { number, birth, gender, warnings: provinceKnown ? [] : ['unknown_province'] };
}

function known(rule: string, province: string): boolean {
  return PROVINCES[rule]?.includes(` ${province} `) ?? false;
}

function matches(pattern: string, date: string): boolean {
  if (pattern === '') return true;
  return pattern.length === date.length && Array.from(pattern).every((sign, at) => sign === '?' || sign === date[at]);
}

function weighted(n: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(n[at]), 0);
}

function exists(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day;
}
