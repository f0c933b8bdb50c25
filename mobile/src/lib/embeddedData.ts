import { readLocal, writeLocal } from '@/base/storage/local';
import { isLanguage } from '@/i18n/languages';

/**
 * Data that the server embedded in the page in the language of the cookie, or else of the product. Null if the page has
 * none, or if it is in another language than the borrower has chosen on this phone.
 */
export function embeddedData<T>(id: 'boot' | 'market'): T | null {
  const element = document.getElementById(id);
  const language = element?.getAttribute('data-lang') ?? '';
  if (!element?.textContent || !isLanguage(language)) return null;
  const chosen = readLocal('language');
  if (chosen !== null && chosen !== language) return null;
  return JSON.parse(element.textContent) as T;
}

/** Stores the language of the page if no language has been chosen on this phone. The server took it from the cookie. */
export function adoptEmbeddedLanguage(configured: string): void {
  const language = document.getElementById('boot')?.getAttribute('data-lang') ?? '';
  if (readLocal('language') === null && isLanguage(language) && language !== configured) writeLocal('language', language);
}
