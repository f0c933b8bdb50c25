import { useEffect, useState, type ReactNode } from 'react';
import { classes } from './classes';
import styles from './Skeleton.module.css';
import { useTranslation } from '@/i18n';

/** After this long it is said that it goes on: an answer that hangs is given up after a minute only. */
const USUAL_MS = 8_000;

interface SkeletonProps {
  /** In rem. */
  height?: number;
  /** In per cent of the space there is. */
  width?: number;
}

/** A bone of what comes, where the place itself says that it waits (`aria-busy`); it says nothing to a screen reader. */
export function Bone({ height = 1, width = 100 }: SkeletonProps) {
  return <span className={styles.bone} style={{ height: `${height}rem`, width: `${width}%` }} aria-hidden="true" />;
}

/** One thing to come. */
export function Skeleton(props: SkeletonProps) {
  return (
    <Waiting>
      <Bone {...props} />
    </Waiting>
  );
}

/** Cards to come. */
export function ListSkeleton({ count = 3 }: { count?: number }) {
  return (
    <Waiting>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.card}>
          <Bone width={45} />
          <Bone height={1.75} width={70} />
          <Bone width={85} />
        </div>
      ))}
    </Waiting>
  );
}

/** A figure and its lines to come. */
export function ReceiptSkeleton({ lines = 5 }: { lines?: number }) {
  return (
    <Waiting>
      <div className={styles.card}>
        <Bone width={35} />
        <Bone height={2.5} width={65} />
      </div>
      <div className={styles.card}>
        {Array.from({ length: lines }, (_, index) => (
          <Bone key={index} width={index % 2 ? 80 : 95} />
        ))}
      </div>
    </Waiting>
  );
}

/** Fields to come. */
export function FormSkeleton({ fields = 4 }: { fields?: number }) {
  return (
    <Waiting>
      {Array.from({ length: fields }, (_, index) => (
        <div key={index} className={styles.field}>
          <Bone width={30} height={0.875} />
          <Bone height={3.25} />
        </div>
      ))}
    </Waiting>
  );
}

/** A page to come, before it is known what it holds. */
export function PageSkeleton() {
  return <ListSkeleton count={2} />;
}

/** What every skeleton is to a screen reader: the words that it loads, and a part that is not there yet. Everybody reads when it takes long. */
function Waiting({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), USUAL_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div>
      <p className={long ? classes('text-14 quiet', styles.long) : 'unseen'} role="status">
        {t(long ? 'loadingLong' : 'loading')}
      </p>
      <div className="stack" aria-busy="true">
        {children}
      </div>
    </div>
  );
}
