import type { Language } from './languages';
import { onceOnline } from '@/base/chunks/onceOnline';

const files: Record<Language, () => Promise<{ sentences: Record<string, string> }>> = {
  vi: () => import('@loanmarket/shared-types/sentences/vi'),
  en: () => import('@loanmarket/shared-types/sentences/en'),
  th: () => import('@loanmarket/shared-types/sentences/th'),
  cn: () => import('@loanmarket/shared-types/sentences/cn'),
};

/**
 * The server's message for a reason in another language; undefined if its text contains values of the particular case.
 */
export async function sentenceOf(reason: string, language: Language): Promise<string | undefined> {
  const { sentences } = await onceOnline(files[language]);
  return sentences[reason];
}
