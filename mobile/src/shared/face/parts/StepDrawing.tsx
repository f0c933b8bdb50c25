import type { StepKind } from '../stage';
import styles from './StepDrawing.module.css';
import { classes } from '@/ui/classes';

/** An animated drawing of the step's movement. It supplements the text and does not replace it. */
export function StepDrawing({ step, still = false }: { step: StepKind | null; still?: boolean }) {
  return (
    <svg className={classes(styles.drawing, step && !still && styles[step])} viewBox="0 0 96 96" fill="none" aria-hidden="true" focusable="false">
      <g className={styles.head}>
        <path d="M48 14c18 0 27 13 27 32 0 21-12 36-27 36S21 67 21 46c0-19 9-32 27-32z" />
        <g className={styles.features}>
          <path className={styles.brow} d="M33 37q5-3 10 0M53 37q5-3 10 0" />
          <path className={styles.eyes} d="M34 45q4 3 8 0M54 45q4 3 8 0" />
          <path d="M48 46v10q-3 2-5 1" />
          <ellipse className={styles.mouth} cx="48" cy="66" rx="8" ry="1.4" />
        </g>
      </g>
    </svg>
  );
}
