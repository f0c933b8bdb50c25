import { getLanguage } from '.';

/** Names one after the other, for a sentence. */
export function listed(names: readonly string[]): string {
  return names.join(getLanguage() === 'cn' ? '、' : ', ');
}
