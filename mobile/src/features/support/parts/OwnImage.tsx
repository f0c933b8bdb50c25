import { useEffect, useState } from 'react';
import styles from './Ticket.module.css';
import { useFile } from '@/ui/photo/useFile';
import { Skeleton } from '@/ui/Skeleton';

/** An image of the borrower on the server; renders nothing if it no longer exists. */
export function OwnImage({ fileId, alt }: { fileId: string; alt: string }) {
  const { data, error } = useFile(fileId);
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
