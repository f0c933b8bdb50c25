/** An account number as it is sent: without what people put between its digits, letters in capitals (some banks have them). */
export function cleanAccountNumber(typed: string): string {
  return typed.replace(/[\s.-]/g, '').toUpperCase();
}

/** Whether two entries are the same number, however they are grouped. */
export function isSameAccountNumber(typed: string, again: string): boolean {
  return cleanAccountNumber(typed) === cleanAccountNumber(again);
}
