import type { AccountNumberForm, BankCard } from '@loanmarket/shared-types/api';
import { cleanAccountNumber } from '@loanmarket/shared-types/validators';
import type { TextKey } from '@/i18n';

export type AccountType = BankCard['accountType'];

/**
 * What is wrong with a number as far as the client can check; null if nothing is. An account number must have the
 * region's format. Only the bank can check the rest.
 */
export function numberProblem(typed: string, type: AccountType, form: AccountNumberForm): Extract<TextKey, `bankcard:number.${string}`> | null {
  const number = cleanAccountNumber(typed);
  if (type === 'account') {
    const right = (form.letters ? /^[0-9A-Z]+$/ : /^[0-9]+$/).test(number) && number.length >= form.min && number.length <= form.max;
    return right ? null : form.letters ? 'bankcard:number.accountLetters' : 'bankcard:number.account';
  }
  if (!/^[0-9]{16,19}$/.test(number)) return 'bankcard:number.cardLength';
  return hasCheckDigit(number) ? null : 'bankcard:number.card';
}

/** Verifies the check digit of a card number (ISO/IEC 7812). */
function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}
