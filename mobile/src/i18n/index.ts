import i18next, { type BackendModule, type PostProcessorModule } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { fallbackLanguage, isLanguage, locales, type Language } from './languages';
import type { Area, TextKey } from './texts';
import { onceOnline } from '@/base/chunks/onceOnline';
import { joinDurations } from '@/base/oneLine';
import { writeCookie } from '@/base/storage/cookie';
import { readLocal, writeLocal } from '@/base/storage/local';
import { words } from '@/base/words';

export { useTranslation } from 'react-i18next';
export { browserLanguage, languages, locales, type Language } from './languages';
export type { Area, TextKey, Translation } from './texts';

/** One chunk per area and language, so that only the texts shown in the current language are loaded. */
const files = import.meta.glob<{ default: object }>(['./vi/*.ts', './en/*.ts', './th/*.ts', './cn/*.ts']);

const chunks: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, area, done) => {
    const load = files[`./${language}/${area}.ts`];
    if (!load) return done(new Error(`no texts ${language}/${area}`), false);
    onceOnline(load).then(
      (file) => done(null, file.default as Record<string, string>),
      (error: Error) => done(error, false),
    );
  },
};

/** Post-processes every text after its values have been filled in. */
const durations: PostProcessorModule = { type: 'postProcessor', name: 'durations', process: joinDurations };

/** Makes the first calls use the language that the borrower has chosen, before any text is loaded. */
export function askInChosenLanguage(): void {
  const chosen = readLocal('language');
  if (isLanguage(chosen)) words.language = () => chosen;
}

/** Starts i18n in the language that the borrower has chosen, otherwise in the configured language, otherwise in cn. */
export async function startTexts(configured: string): Promise<void> {
  const chosen = readLocal('language');
  const language = isLanguage(chosen) ? chosen : isLanguage(configured) ? configured : fallbackLanguage;
  words.language = getLanguage;
  words.busy = (code) => text('common:failure.busy', { code });
  words.invalid = () => text('common:form.invalid');
  i18next.on('languageChanged', markDocument);
  await i18next
    .use(chunks)
    .use(durations)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      ns: ['common', 'terms'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      postProcess: durations.name,
      react: { useSuspense: true },
    });
}

/** Loads the texts of one or more areas before their page is shown. */
export async function loadTexts(areas: Area | readonly Area[]): Promise<void> {
  await i18next.loadNamespaces(areas);
}

/** The current language. */
export function getLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : fallbackLanguage;
}

/**
 * Returns a function for texts by full key, for computed keys: `say('terms:status.overdue')`. It follows a change of
 * language.
 */
export function useText(): typeof text {
  useTranslation();
  return text;
}

/** Like `useText`, for a frame that is rendered before its page: loads the area of a key without suspending. */
export function useTextWithoutSuspense(key: TextKey): typeof text {
  useTranslation(key.split(':')[0] as Area, { useSuspense: false });
  return text;
}

/** The current language; updates when it changes. */
export function useLanguage(): Language {
  useTranslation();
  return getLanguage();
}

/** How long the language cookie is kept, in hours. */
const YEAR_HOURS = 8760;

/** Changes the language and stores the choice. The cookie makes the server send the next page in it. */
export async function setLanguage(language: Language): Promise<void> {
  writeLocal('language', language);
  writeCookie('lang', language, YEAR_HOURS);
  await i18next.changeLanguage(language);
}

/** Returns a text outside React. Inside components use `useTranslation(area)`. */
export function text(key: TextKey, values: Record<string, string | number> = {}): string {
  return (i18next.t as (key: string, values: object) => string)(key, values);
}

/** Returns a text that may be missing, for names that the server may know before the app does. */
export function textOr(key: string, otherwise: string): string {
  return i18next.exists(key) ? text(key as TextKey) : otherwise;
}

function markDocument(): void {
  document.documentElement.lang = locales[getLanguage()];
}
