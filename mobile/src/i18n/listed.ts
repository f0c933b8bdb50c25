import { getLanguage } from '.';

/** Joins names with the list separator of the language. */
export function listed(names: readonly string[]): string {
  return names.join(getLanguage() === 'cn' ? '、' : ', ');
}
