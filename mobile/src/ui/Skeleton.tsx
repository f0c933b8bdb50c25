import { useEffect, useState, type ReactNode } from 'react';
import { classes } from './classes';
import styles from './Skeleton.module.css';
import { useTranslation } from '@/i18n';

/** After this time the page says that it is still loading. A call that hangs ends only after a minute. */
const SLOW_AFTER_MS = 8_000;

interface SkeletonProps {
  /** Height in rem. */
  height?: number;
  /** Width as a percentage of the available space. */
  width?: number;
}

/** A grey line in place of content that is loading. Hidden from screen readers: the element around it has `aria-busy`. */
export function SkeletonLine({ height = 1, width = 100 }: SkeletonProps) {
  return <span className={styles.line} style={{ height: `${height}rem`, width: `${width}%` }} aria-hidden="true" />;
}

/** One line that is loading. */
export function Skeleton(props: SkeletonProps) {
  return (
    <Waiting>
      <SkeletonLine {...props} />
    </Waiting>
  );
}

/** Cards that are loading. */
export function ListSkeleton({ count = 3 }: { count?: number }) {
  return (
    <Waiting>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.card}>
          <SkeletonLine width={45} />
          <SkeletonLine height={1.75} width={70} />
          <SkeletonLine width={85} />
        </div>
      ))}
    </Waiting>
  );
}

/** A receipt that is loading: its large figure and its lines. */
export function ReceiptSkeleton({ lines = 5 }: { lines?: number }) {
  return (
    <Waiting>
      <div className={styles.card}>
        <SkeletonLine width={35} />
        <SkeletonLine height={2.5} width={65} />
      </div>
      <div className={styles.card}>
        {Array.from({ length: lines }, (_, index) => (
          <SkeletonLine key={index} width={index % 2 ? 80 : 95} />
        ))}
      </div>
    </Waiting>
  );
}

/** Form fields that are loading. */
export function FormSkeleton({ fields = 4 }: { fields?: number }) {
  return (
    <Waiting>
      {Array.from({ length: fields }, (_, index) => (
        <div key={index} className={styles.field}>
          <SkeletonLine width={30} height={0.875} />
          <SkeletonLine height={3.25} />
        </div>
      ))}
    </Waiting>
  );
}

/** A page that is loading, before its content is known. */
export function PageSkeleton() {
  return <ListSkeleton count={2} />;
}

/** The frame of every skeleton: tells screen readers that the content is loading, and shows everybody a line when it takes long. */
function Waiting({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SLOW_AFTER_MS);
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
