import { useQuery } from '@tanstack/react-query';
import { fetchFile, type ApiError } from '@/lib/api';
import { useOwnPage } from '@/lib/nav/nav';
import { queryClient, refetchWhileInFront } from '@/lib/queryClient';

/** How often a busy server is asked again. */
const RETRY_MS = 15_000;

/** A file of the borrower on the server, loaded once; null loads nothing. It waits for a network and a busy server. */
export function useFile(fileId: string | null) {
  const page = useOwnPage();
  return useQuery<Blob, ApiError>(
    {
      queryKey: ['file', fileId],
      queryFn: ({ signal }) => fetchFile(fileId!, signal),
      // Its bytes never change, so nothing that reloads the page loads it again.
      enabled: ({ state }) => fileId !== null && state.data === undefined,
      meta: { page },
      staleTime: Infinity,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchInterval: refetchWhileInFront(page, ({ state }) => (state.error && !(state.error as ApiError).final ? RETRY_MS : false)),
    },
    queryClient,
  );
}
