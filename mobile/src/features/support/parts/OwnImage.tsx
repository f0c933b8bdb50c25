import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import styles from './Ticket.module.css';
import { fetchFile, type ApiError } from '@/lib/api';
import { useOwnPage } from '@/lib/nav/nav';
import { Skeleton } from '@/ui/Skeleton';

/** How often a busy server is asked again. */
const RETRY_MS = 15_000;

/** An image of the borrower on the server; renders nothing if it no longer exists. It waits for a network and a busy server. */
export function OwnImage({ fileId, alt }: { fileId: string; alt: string }) {
  const page = useOwnPage();
  const { data, error } = useQuery<Blob, ApiError>({
    queryKey: ['file', fileId],
    queryFn: ({ signal }) => fetchFile(fileId, signal),
    meta: { page },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => (state.error && !state.error.final ? RETRY_MS : false),
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return undefined;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (url !== undefined) return <img src={url} alt={alt} className={styles.image} />;
  return error?.final ? null : <Skeleton height={8} />;
}
