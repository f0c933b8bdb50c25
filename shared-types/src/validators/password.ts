const MIN_LENGTH = 8;

/** Letters without capitals: Thai and Chinese. */
const UNCASED = /[\u0e01-\u0e30\u3400-\u4dbf\u4e00-\u9fff]/;

/** What a new password has to have (spec 5), each as the borrower reads it; held to the server's rule by vectors/fields.json. */
export const passwordRules = {
  length: (password: string) => Array.from(password).length >= MIN_LENGTH,
  letter: (password: string) => password.toLowerCase() !== password.toUpperCase() || UNCASED.test(password),
  digit: (password: string) => /[0-9]/.test(password),
} as const;

export type PasswordRule = keyof typeof passwordRules;

/** The rules that a password still breaks. */
export function brokenRules(password: string): PasswordRule[] {
  return (Object.keys(passwordRules) as PasswordRule[]).filter((rule) => !passwordRules[rule](password));
}
