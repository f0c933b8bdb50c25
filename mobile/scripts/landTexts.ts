import cn from '../src/i18n/cn/land.ts';
import cnTerms from '../src/i18n/cn/terms.ts';
import en from '../src/i18n/en/land.ts';
import enTerms from '../src/i18n/en/terms.ts';
import th from '../src/i18n/th/land.ts';
import thTerms from '../src/i18n/th/terms.ts';
import vi from '../src/i18n/vi/land.ts';
import viTerms from '../src/i18n/vi/terms.ts';

/** The landing page's texts by language, with the fixed terms beside them. The server shows one language. */
export const landTexts = {
  cn: { ...cn, terms: cnTerms },
  en: { ...en, terms: enTerms },
  th: { ...th, terms: thTerms },
  vi: { ...vi, terms: viTerms },
};
