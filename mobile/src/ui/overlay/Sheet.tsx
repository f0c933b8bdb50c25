import { type ReactNode, useRef } from 'react';
import { CloseIcon } from '../icons';
import { Overlay } from './Overlay';
import styles from './Sheet.module.css';
import { useTranslation } from '@/i18n';

interface SheetProps {
  /** The prefix of the names under which presses are recorded; see base/trackName. */
  track: string;
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  action?: ReactNode;
}

/** A bottom sheet with a title and a close button. */
export function Sheet({ track, open, onClose, title, children, action }: SheetProps) {
  const { t } = useTranslation();
  return (
    <Overlay open={open} onClose={onClose} label={title} shape="sheet">
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <button type="button" data-track={`${track}Close`} className={styles.close} aria-label={t('action.close')} onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      <div className={styles.body}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </Overlay>
  );
}

/** Returns the last non-null value, so that a sheet keeps its content while it slides out. */
export function useLast<T>(value: T | null): T | null {
  const last = useRef<T | null>(value);
  if (value !== null) last.current = value;
  return last.current;
}
