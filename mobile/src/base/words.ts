/**
 * The texts that the API client needs in the current language. They are set at start-up, so that this layer does not
 * depend on i18n.
 */
export const words = {
  language: (): string => 'vi',
  busy: (code: 'F0000' | 'F0001'): string => `Sorry, the system is a bit busy, try again later(${code})`,
  invalid: (): string => 'Invalid data.',
};
