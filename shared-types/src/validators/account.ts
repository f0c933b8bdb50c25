/**
 * An account number as it is sent: without the separators that people type, letters in upper case (some banks use
 * letters).
 */
export function cleanAccountNumber(typed: string): string {
  return typed.replace(/[\s.-]/g, '').toUpperCase();
}

/** Whether two inputs are the same number, regardless of their grouping. */
export function isSameAccountNumber(typed: string, again: string): boolean {
  return cleanAccountNumber(typed) === cleanAccountNumber(again);
}
