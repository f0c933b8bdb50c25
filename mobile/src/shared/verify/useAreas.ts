import type { Area } from '@loanmarket/shared-types/api';
import { useQueries } from '@tanstack/react-query';
import { useApiQuery } from '@/lib/api';
import { callQuery } from '@/lib/api/hooks';

/** Cached for good, because areas hardly ever change. */
const FOREVER = { staleTime: Infinity, gcTime: Infinity } as const;

/** The areas below `parent`; an empty parent gives the widest level. */
export function useAreas(parent: string, enabled: boolean) {
  return useApiQuery('auth/areas', { parent }, { ...FOREVER, enabled });
}

/** The names of a path of area codes, widest first. The list is shorter while they are loading. */
export function useAreaNames(codes: readonly string[]): string[] {
  const levels = useQueries({
    queries: codes.map((_, level) => {
      const parent = level === 0 ? '' : (codes[level - 1] ?? '');
      return { ...callQuery('auth/areas', { parent }), ...FOREVER };
    }),
  });
  return codes.flatMap((code, level) => nameOf(levels[level]?.data?.areas, code));
}

function nameOf(areas: Area[] | undefined, code: string): string[] {
  const found = areas?.find((area) => area.code === code);
  return found ? [found.name] : [];
}
