/** Why an ID number is refused: its form, its check digit, its date, a first-generation card, or the old format. */
export type IdProblem = 'format' | 'check' | 'date' | 'firstGeneration' | 'oldFormat';

type Check = (id: string) => IdProblem | null;

const checks: Record<string, Check> = { vi: vietnam, cn: china, id: indonesia, th: thailand, gh: ghana };

/** Checks an ID number by the rules of its region; null when it is good. */
export function checkIdNumber(typed: string, regionCode: string): IdProblem | null {
  const id = typed.replace(/\s/g, '').toUpperCase();
  const check = checks[regionCode];
  return check ? check(id) : null;
}

/** 12 digits: province (3), century and sex (1), year (2), number (6). The 9-digit card is unusable since 2025. */
function vietnam(id: string): IdProblem | null {
  if (/^\d{9}$/.test(id)) return 'oldFormat';
  return /^\d{12}$/.test(id) ? null : 'format';
}

/** GB 11643: 17 digits and a check character; 15 digits were the first generation. */
function china(id: string): IdProblem | null {
  if (/^\d{15}$/.test(id)) return 'firstGeneration';
  if (!/^\d{17}[\dX]$/.test(id)) return 'format';
  if (!isDate(Number(id.slice(6, 10)), Number(id.slice(10, 12)), Number(id.slice(12, 14)))) return 'date';
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  return '10X98765432'[weighted(id, weights) % 11] === id[17] ? null : 'check';
}

/** NIK: area (6), DDMMYY where women add 40 to the day, number (4). */
function indonesia(id: string): IdProblem | null {
  if (!/^\d{16}$/.test(id)) return 'format';
  const day = Number(id.slice(6, 8));
  const year = Number(id.slice(10, 12));
  const month = Number(id.slice(8, 10));
  const born = day > 40 ? day - 40 : day;
  return isDate(1900 + year, month, born) || isDate(2000 + year, month, born) ? null : 'date';
}

/** 13 digits, the first 1-8, the last one checks. */
function thailand(id: string): IdProblem | null {
  if (!/^[1-8]\d{12}$/.test(id)) return 'format';
  const weights = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
  return ((11 - (weighted(id, weights) % 11)) % 10) === Number(id[12]) ? null : 'check';
}

function ghana(id: string): IdProblem | null {
  return /^GHA-\d{9}-\d$/.test(id) ? null : 'format';
}

function weighted(id: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(id[index]), 0);
}

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
