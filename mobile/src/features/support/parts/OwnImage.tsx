import { useEffect, useState } from 'react';
import styles from './Letter.module.css';
import { fetchFile } from '@/lib/api';
import { Skeleton } from '@/ui/Skeleton';

/** An own image of the server's; nothing where it is there no more. */
export function OwnImage({ fileId, alt }: { fileId: string; alt: string }) {
  const [url, setUrl] = useState<string | null>();
  useEffect(() => {
    let made: string | null = null;
    let gone = false;
    fetchFile(fileId).then(
      (blob) => {
        if (gone) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      () => gone || setUrl(null),
    );
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [fileId]);
  if (url === undefined) return <Skeleton height={8} />;
  return url === null ? null : <img src={url} alt={alt} className={styles.image} />;
}
