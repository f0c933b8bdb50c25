/** An account number without what people put between its digits. */
export function accountDigits(typed: string): string {
  return typed.replace(/[\s.-]/g, '');
}

/** Account or card number: 6 to 19 digits. Whether it exists is for the bank to say. */
export function isAccountNumber(typed: string): boolean {
  return /^\d{6,19}$/.test(accountDigits(typed));
}
