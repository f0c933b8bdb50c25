import { useApiQuery } from '@/lib/api';

const HOUR_MS = 3_600_000;

/** The banks of the region, which rarely change; kept for an hour, also while no page shows them. */
export function useBanks({ enabled = true } = {}) {
  return useApiQuery('bankCard/banks', {}, { staleTime: HOUR_MS, gcTime: HOUR_MS, enabled });
}
