import type { Language } from './languages';
import { onceOnline } from '@/base/chunks/onceOnline';

const files: Record<Language, () => Promise<{ sentences: Record<string, string> }>> = {
  vi: () => import('@loanmarket/shared-types/sentences/vi'),
  en: () => import('@loanmarket/shared-types/sentences/en'),
  th: () => import('@loanmarket/shared-types/sentences/th'),
  cn: () => import('@loanmarket/shared-types/sentences/cn'),
};

/** What the server would say for a reason in another language; undefined where its sentence names figures of the case. */
export async function sentenceOf(reason: string, language: Language): Promise<string | undefined> {
  const { sentences } = await onceOnline(files[language]);
  return sentences[reason];
}
