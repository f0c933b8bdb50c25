import type { AuthOptionsData } from '@loanmarket/shared-types/api';
import { useApiQuery } from '@/lib/api';
import { useLanguage } from '@/i18n';
import type { Choice } from '@/ui/form/ChoiceRows';

const HOUR_MS = 3_600_000;

/** The region's option lists in the current language. They rarely change. */
export function useOptions() {
  useLanguage();
  return useApiQuery('auth/options', {}, { staleTime: HOUR_MS });
}

type ListName = { [K in keyof AuthOptionsData]: AuthOptionsData[K] extends { code: number }[] ? K : never }[keyof AuthOptionsData];

/** Converts a list to choices. */
export function choicesOf(options: AuthOptionsData, list: ListName): Choice<number>[] {
  return options[list].map(({ code, label }) => ({ value: code, label }));
}
