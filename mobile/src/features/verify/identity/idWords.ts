import { idContradictions, readIdNumber, type IdProblem } from '@loanmarket/shared-types/validators';
import { text } from '@/i18n';

/** How many characters an ID number has, by the region's rule. */
const LENGTHS: Record<string, number> = { vn: 12, cn: 18, id: 16, th: 13 };

/** Rules whose numbers hold no letter. */
const NUMERIC = ['vn', 'id', 'th'];

const problems: Record<IdProblem, 'incorrect' | 'firstGeneration' | 'oldFormat'> = {
  id_number_wrong: 'incorrect',
  id_first_generation: 'firstGeneration',
  id_old_format: 'oldFormat',
};

/** Whether numbers are digits alone: a phone then shows its number pad. */
export function isNumeric(rule: string): boolean {
  return NUMERIC.includes(rule);
}

/** What is wrong with a typed ID number, in words that help; true when nothing is. */
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

/** What a good number tells about its holder's gender; null when it tells nothing or is not good. */
export function genderOf(rule: string, typed: string): 0 | 1 | null {
  const reading = readIdNumber(rule, typed);
  return 'reason' in reading || reading.gender === -1 ? null : reading.gender;
}

/** Whether the number comes from a province that the lists do not know; it does not block. */
export function isUnusual(rule: string, typed: string): boolean {
  const reading = readIdNumber(rule, typed);
  return !('reason' in reading) && reading.warnings.length > 0;
}

/** Whether the number contradicts what was typed beside it. */
export function contradicts(rule: string, typed: string, field: 'birthday' | 'gender', birthday: string, gender: number | null): boolean {
  const reading = readIdNumber(rule, typed);
  if ('reason' in reading) return false;
  const fields = idContradictions(reading, field === 'birthday' ? birthday : reading.birth, field === 'gender' && gender !== null ? gender : reading.gender);
  return field in fields;
}
