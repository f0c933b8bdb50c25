import { readLocal, writeLocal } from '@/base/storage/local';
import { isLanguage } from '@/i18n/languages';

/**
 * Data that the server wrote into the page, in a language: that of the cookie, else the product's. Null where the page has
 * none, or where its words are not in the language that the borrower has chosen here.
 */
export function embeddedData<T>(id: 'boot' | 'market'): T | null {
  const element = document.getElementById(id);
  const language = element?.getAttribute('data-lang') ?? '';
  if (!element?.textContent || !isLanguage(language)) return null;
  const chosen = readLocal('language');
  if (chosen !== null && chosen !== language) return null;
  return JSON.parse(element.textContent) as T;
}

/** Keeps to the language that the page came in, where nothing here says otherwise: the cookie remembers it. */
export function adoptEmbeddedLanguage(configured: string): void {
  const language = document.getElementById('boot')?.getAttribute('data-lang') ?? '';
  if (readLocal('language') === null && isLanguage(language) && language !== configured) writeLocal('language', language);
}
