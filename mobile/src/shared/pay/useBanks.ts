import { useApiQuery } from '@/lib/api';

const HOUR_MS = 3_600_000;

/** The banks of the region, which rarely change. */
export function useBanks({ enabled = true } = {}) {
  return useApiQuery('bankCard/banks', {}, { staleTime: HOUR_MS, enabled });
}
