const MIN_LENGTH = 8;

/** Letters without case: Thai and Chinese. */
const UNCASED = /[\u0e01-\u0e30\u3400-\u4dbf\u4e00-\u9fff]/;

/**
 * The requirements of a new password (spec 5), each shown to the borrower. Must equal the server's rule;
 * vectors/fields.json tests both.
 */
export const passwordRules = {
  length: (password: string) => Array.from(password).length >= MIN_LENGTH,
  letter: (password: string) => password.toLowerCase() !== password.toUpperCase() || UNCASED.test(password),
  digit: (password: string) => /[0-9]/.test(password),
} as const;

export type PasswordRule = keyof typeof passwordRules;

/** The rules that a password does not meet yet. */
export function brokenRules(password: string): PasswordRule[] {
  return (Object.keys(passwordRules) as PasswordRule[]).filter((rule) => !passwordRules[rule](password));
}
