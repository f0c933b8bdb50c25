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

/** One chunk per area and language: only what is shown in the language in use is fetched. */
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

/** Every text, once its figures are in it. */
const durations: PostProcessorModule = { type: 'postProcessor', name: 'durations', process: joinDurations };

/** Lets the first calls ask in the borrower's own choice of language, before any text is there. */
export function askInChosenLanguage(): void {
  const chosen = readLocal('language');
  if (isLanguage(chosen)) words.language = () => chosen;
}

/** Starts the texts: the borrower's choice, else the configuration's language, else cn. */
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

/** Fetches the texts of one area or several ahead of their page. */
export async function loadTexts(areas: Area | readonly Area[]): Promise<void> {
  await i18next.loadNamespaces(areas);
}

/** The language in use. */
export function getLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : fallbackLanguage;
}

/** Texts by their full keys, for keys that are computed: `say('terms:status.overdue')`; follows a switch of language. */
export function useText(): typeof text {
  useTranslation();
  return text;
}

/** As `useText`, in a frame that stands before its page: fetches the area of a key without waiting for it. */
export function useAhead(key: TextKey): typeof text {
  useTranslation(key.split(':')[0] as Area, { useSuspense: false });
  return text;
}

/** The language in use, kept in step with a switch. */
export function useLanguage(): Language {
  useTranslation();
  return getLanguage();
}

/** How long the server is told. */
const YEAR_HOURS = 8760;

/** Switches the language and keeps the choice; the cookie has the server send the next page in it. */
export async function setLanguage(language: Language): Promise<void> {
  writeLocal('language', language);
  writeCookie('lang', language, YEAR_HOURS);
  await i18next.changeLanguage(language);
}

/** A text outside React; inside, use `useTranslation(area)`. */
export function text(key: TextKey, values: Record<string, string | number> = {}): string {
  return (i18next.t as (key: string, values: object) => string)(key, values);
}

/** A text that may be missing, for names that the server may know before the app does. */
export function textOr(key: string, otherwise: string): string {
  return i18next.exists(key) ? text(key as TextKey) : otherwise;
}

function markDocument(): void {
  document.documentElement.lang = locales[getLanguage()];
}
