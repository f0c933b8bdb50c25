/** What the client needs from the language in use; set at start-up, so that this layer knows no i18n. */
export const words = {
  language: (): string => 'vi',
  busy: (code: 'F0000' | 'F0001'): string => `Sorry, the system is a bit busy, try again later(${code})`,
  invalid: (): string => 'Invalid data.',
};
