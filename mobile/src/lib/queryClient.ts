import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/lib/api/error';

const RETRIES = 1;
const HEAL_AFTER_MS = 5_000;

/** Money is the rule here, so nothing counts as fresh; what rarely changes says so itself with `staleTime`. */
export const queryClient: QueryClient = new QueryClient({
  // What was written may show anywhere: after every success the answers in sight are asked for anew.
  mutationCache: new MutationCache({ onSuccess: () => void queryClient.invalidateQueries() }),
  defaultOptions: {
    queries: {
      staleTime: 0,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: true,
      // A page that could not be loaded for want of a network heals by itself, without the browser saying that it is back.
      refetchInterval: ({ state: { status, error } }) => (status === 'error' && error instanceof ApiError && error.offline ? HEAL_AFTER_MS : false),
      retry: (failures, error) => failures < RETRIES && error instanceof ApiError && !error.final,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
