import type { RefObject } from 'react';
import styles from './RoundWindow.module.css';
import { useTranslation } from '@/i18n';
import { classes } from '@/ui/classes';

interface RoundWindowProps {
  video: RefObject<HTMLVideoElement>;
  /** The finished part of the check, 0 to 1. */
  done: number;
  /** The face is in the right position. */
  good: boolean;
  /** Nothing is shown yet. */
  dark: boolean;
}

const AROUND = 2 * Math.PI * 48;

/** The live picture, mirrored as people expect, in a ring that fills as steps are completed. */
export function RoundWindow({ video, done, good, dark }: RoundWindowProps) {
  const { t } = useTranslation('face');
  return (
    <div className={styles.window}>
      {/* Without `playsInline` and `muted`, iOS opens its player over the page. */}
      <video ref={video} className={classes(styles.video, dark && styles.dark)} aria-label={t('window')} autoPlay muted playsInline />
      <svg className={styles.ring} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
        <circle cx="50" cy="50" r="48" className={styles.track} />
        <circle cx="50" cy="50" r="48" className={classes(styles.done, good && styles.good, done === 0 && styles.none)} strokeDasharray={`${AROUND * done} ${AROUND}`} />
      </svg>
    </div>
  );
}
