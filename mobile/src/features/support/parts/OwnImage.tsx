import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import styles from './Ticket.module.css';
import { fetchFile, type ApiError } from '@/lib/api';
import { useOwnPage } from '@/lib/nav/nav';
import { Skeleton } from '@/ui/Skeleton';

/** An image of the borrower on the server; renders nothing if it no longer exists. Without a network it waits for one. */
export function OwnImage({ fileId, alt }: { fileId: string; alt: string }) {
  const page = useOwnPage();
  const { data, error } = useQuery<Blob, ApiError>({
    queryKey: ['file', fileId],
    queryFn: ({ signal }) => fetchFile(fileId, signal),
    meta: { page },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return undefined;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (url !== undefined) return <img src={url} alt={alt} className={styles.image} />;
  return error && !error.unanswered ? null : <Skeleton height={8} />;
}
