import { idContradictions, readIdNumber, type IdProblem } from '@loanmarket/shared-types/validators';
import { text } from '@/i18n';

/** The number of characters of an ID number, by the region's rule. */
const LENGTHS: Record<string, number> = { vn: 12, cn: 18, id: 16, th: 13 };

/** Rules whose ID numbers contain only digits. */
const NUMERIC = ['vn', 'id', 'th'];

const problems: Record<IdProblem, 'incorrect' | 'firstGeneration' | 'oldFormat'> = {
  id_number_wrong: 'incorrect',
  id_first_generation: 'firstGeneration',
  id_old_format: 'oldFormat',
};

/** Whether ID numbers contain only digits, so that the phone shows its number pad. */
export function isNumeric(rule: string): boolean {
  return NUMERIC.includes(rule);
}

/** The error message for a typed ID number; true if it is valid. */
export function checkIdNumber(rule: string, typed: string): string | true {
  const reading = readIdNumber(rule, typed);
  if (!('reason' in reading)) return true;
  const length = LENGTHS[rule];
  const signs = typed.replace(/[\s.-]/g, '').length;
  if (reading.reason === 'id_number_wrong' && length !== undefined && signs !== length) {
    return text('verify:idNumber.length', { n: length, typed: signs });
  }
  return text(`verify:idNumber.${problems[reading.reason]}`);
}

/** The gender encoded in a valid ID number; null if there is none or the number is invalid. */
export function genderOf(rule: string, typed: string): 0 | 1 | null {
  const reading = readIdNumber(rule, typed);
  return 'reason' in reading || reading.gender === -1 ? null : reading.gender;
}

/** Whether the number's province is unknown to our lists. This is only a warning. */
export function isUnusual(rule: string, typed: string): boolean {
  const reading = readIdNumber(rule, typed);
  return !('reason' in reading) && reading.warnings.length > 0;
}

/** Whether the ID number contradicts the birthday or gender that was entered. */
export function contradicts(rule: string, typed: string, field: 'birthday' | 'gender', birthday: string, gender: number | null): boolean {
  const reading = readIdNumber(rule, typed);
  if ('reason' in reading) return false;
  const fields = idContradictions(reading, field === 'birthday' ? birthday : reading.birth, field === 'gender' && gender !== null ? gender : reading.gender);
  return field in fields;
}
