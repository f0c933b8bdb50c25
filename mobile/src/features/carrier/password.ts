const MIN_LENGTH = 8;

/** What a new password has to have (spec 5), each as the borrower reads it. */
export const passwordRules = {
  length: (password: string) => Array.from(password).length >= MIN_LENGTH,
  letter: (password: string) => password.toLowerCase() !== password.toUpperCase() || /[\u00c0-\uffff]/.test(password),
  digit: (password: string) => /[0-9]/.test(password),
} as const;

export type PasswordRule = keyof typeof passwordRules;

/** The rules that a password still breaks. */
export function brokenRules(password: string): PasswordRule[] {
  return (Object.keys(passwordRules) as PasswordRule[]).filter((rule) => !passwordRules[rule](password));
}
