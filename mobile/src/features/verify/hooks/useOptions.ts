import type { AuthOptionsData } from '@loanmarket/shared-types/api';
import { useApiQuery } from '@/lib/api';
import { useLanguage } from '@/i18n';
import type { Choice } from '@/ui/form/ChoiceRows';

const HOUR_MS = 3_600_000;

/** The lists of the region in the language in use; they rarely change. */
export function useOptions() {
  useLanguage();
  return useApiQuery('auth/options', {}, { staleTime: HOUR_MS });
}

type ListName = { [K in keyof AuthOptionsData]: AuthOptionsData[K] extends { code: number }[] ? K : never }[keyof AuthOptionsData];

/** A list as choices. */
export function choicesOf(options: AuthOptionsData, list: ListName): Choice<number>[] {
  return options[list].map(({ code, label }) => ({ value: code, label }));
}
