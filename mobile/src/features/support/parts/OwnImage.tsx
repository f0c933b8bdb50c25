import { useEffect, useState } from 'react';
import styles from './Ticket.module.css';
import { fetchFile } from '@/lib/api';
import { Skeleton } from '@/ui/Skeleton';

/** An image of the borrower on the server; renders nothing if it no longer exists. */
export function OwnImage({ fileId, alt }: { fileId: string; alt: string }) {
  const [url, setUrl] = useState<string | null>();
  useEffect(() => {
    let made: string | null = null;
    const leave = new AbortController();
    const { signal } = leave;
    fetchFile(fileId, signal).then(
      (blob) => {
        if (signal.aborted) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      () => signal.aborted || setUrl(null),
    );
    return () => {
      leave.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [fileId]);
  if (url === undefined) return <Skeleton height={8} />;
  return url === null ? null : <img src={url} alt={alt} className={styles.image} />;
}
