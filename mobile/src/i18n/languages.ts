/** The interface languages (spec 1), each with its own name. */
export const languages = { vi: 'Tiếng Việt', en: 'English', th: 'ไทย', cn: '简体中文' } as const;
export type Language = keyof typeof languages;

/** The language if neither the borrower's choice nor the configuration gives one (spec 1). */
export const fallbackLanguage: Language = 'cn';

/** BCP 47 tags for the browser's formats and for the `lang` attribute. */
export const locales: Record<Language, string> = { vi: 'vi-VN', en: 'en-GB', th: 'th-TH', cn: 'zh-CN' };

/** Whether the app has texts in this language. */
export function isLanguage(value: string | null): value is Language {
  return value !== null && value in languages;
}

/** The browser's language, for use when the configuration cannot be loaded. */
export function browserLanguage(): Language {
  const tag = navigator.language.slice(0, 2).toLowerCase();
  if (tag === 'zh') return 'cn';
  return isLanguage(tag) ? tag : fallbackLanguage;
}
