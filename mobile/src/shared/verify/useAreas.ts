import type { Area } from '@loanmarket/shared-types/api';
import { useQueries } from '@tanstack/react-query';
import { useApiQuery } from '@/lib/api';
import { callQuery } from '@/lib/api/hooks';

/** Areas change about once a generation. */
const FOREVER = { staleTime: Infinity, gcTime: Infinity } as const;

/** The areas below `parent`; the widest level for an empty one. */
export function useAreas(parent: string, enabled: boolean) {
  return useApiQuery('auth/areas', { parent }, { ...FOREVER, enabled });
}

/** The names of a path of codes, widest first; shorter while they are being fetched. */
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
