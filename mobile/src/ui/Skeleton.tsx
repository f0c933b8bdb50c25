import type { ReactNode } from 'react';
import styles from './Skeleton.module.css';
import { useTranslation } from '@/i18n';

interface SkeletonProps {
  /** In rem. */
  height?: number;
  /** In per cent of the space there is. */
  width?: number;
}

/** A bone of what comes. */
export function Skeleton({ height = 1, width = 100 }: SkeletonProps) {
  return <span className={styles.bone} style={{ height: `${height}rem`, width: `${width}%` }} />;
}

/** Cards to come. */
export function ListSkeleton({ count = 3 }: { count?: number }) {
  return (
    <Waiting>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.card}>
          <Skeleton width={45} />
          <Skeleton height={1.75} width={70} />
          <Skeleton width={85} />
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
        <Skeleton width={35} />
        <Skeleton height={2.5} width={65} />
      </div>
      <div className={styles.card}>
        {Array.from({ length: lines }, (_, index) => (
          <Skeleton key={index} width={index % 2 ? 80 : 95} />
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
          <Skeleton width={30} height={0.875} />
          <Skeleton height={3.25} />
        </div>
      ))}
    </Waiting>
  );
}

/** A page to come, before it is known what it holds. */
export function PageSkeleton() {
  return <ListSkeleton count={2} />;
}

function Waiting({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="stack" role="status" aria-label={t('loading')}>
      {children}
    </div>
  );
}
