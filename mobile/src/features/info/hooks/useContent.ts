import type { ContentPage } from '@loanmarket/shared-types/api';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/i18n';
import { api, type ApiError } from '@/lib/api';

/** The texts change only with a deployment, so a response may be some minutes old. */
const STALE_MS = 300_000;

export type ContentName = 'help' | 'about' | 'privacy' | 'privacy2' | 'terms' | 'guide';

/** A text of the operator in the current language. */
export function useContent(page: ContentName) {
  const language = useLanguage();
  return useQuery<ContentPage, ApiError>({
    queryKey: ['content/{page}', page, language],
    queryFn: ({ signal }) => api('content/{page}', {}, { params: { page }, toast: false, signal }),
    staleTime: STALE_MS,
  });
}

/** The guide, which has its own call (spec 7). */
export function useGuide() {
  const language = useLanguage();
  return useQuery<ContentPage, ApiError>({
    queryKey: ['main/h5/guide', language],
    queryFn: ({ signal }) => api('main/h5/guide', {}, { toast: false, signal }),
    staleTime: STALE_MS,
  });
}
