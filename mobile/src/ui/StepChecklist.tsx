import type { ReactNode } from 'react';
import { classes } from './classes';
import { CheckIcon, ChevronIcon, ClockIcon } from './icons';
import styles from './StepChecklist.module.css';

export interface Step {
  key: string;
  /** The name under which a press is recorded; see base/trackName. */
  track: string;
  title: string;
  /** Why the step is required. */
  why?: ReactNode;
  /** At the right: the minutes it takes, or its state in words. */
  note?: string;
  /** next: the step to do now. */
  state: 'done' | 'next' | 'todo' | 'review';
  onClick?: () => void;
}

/** A list of steps, each with its reason and duration. */
export function StepChecklist({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.list}>
      {steps.map((step, index) => (
        <li key={step.key} className={classes(styles.item, styles[step.state])} aria-current={step.state === 'next' ? 'step' : undefined}>
          <button type="button" data-track={step.track} className={styles.step} disabled={!step.onClick} onClick={step.onClick}>
            <span className={styles.mark}>
              {step.state === 'done' ? <CheckIcon size={16} /> : step.state === 'review' ? <ClockIcon size={16} /> : index + 1}
            </span>
            <span className={styles.words}>
              <span className={styles.head}>
                <span className={styles.title}>{step.title}</span>
                {step.note && <span className={styles.note}>{step.note}</span>}
              </span>
              {step.why && <span className={styles.why}>{step.why}</span>}
            </span>
            {step.onClick && (
              <span className={styles.arrow}>
                <ChevronIcon />
              </span>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}

interface ProgressProps {
  /** 0 to 100. */
  percent: number;
  /** Shown and read by screen readers: "2 of 5 done". */
  label: string;
}

/** A progress bar with its label. */
export function Progress({ percent, label }: ProgressProps) {
  return (
    <div>
      <p className={styles.progressLabel}>{label}</p>
      <div className={styles.track} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
        <span className={styles.fill} style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
