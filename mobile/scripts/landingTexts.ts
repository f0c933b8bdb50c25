import cn from '../src/i18n/cn/landing.ts';
import cnTerms from '../src/i18n/cn/terms.ts';
import en from '../src/i18n/en/landing.ts';
import enTerms from '../src/i18n/en/terms.ts';
import th from '../src/i18n/th/landing.ts';
import thTerms from '../src/i18n/th/terms.ts';
import vi from '../src/i18n/vi/landing.ts';
import viTerms from '../src/i18n/vi/terms.ts';

/** The landing page's texts by language, together with the fixed terms. The server inserts one language. */
export const landingTexts = {
  cn: { ...cn, terms: cnTerms },
  en: { ...en, terms: enTerms },
  th: { ...th, terms: thTerms },
  vi: { ...vi, terms: viTerms },
};
