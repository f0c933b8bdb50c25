import type { ReactNode } from 'react';
import { WarnIcon } from '../icons';
import styles from './Field.module.css';
import { useTranslation } from '@/i18n';

interface FieldFrameProps {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
  /** The control consists of several inputs, so the label names the group. */
  group?: boolean;
  children: ReactNode;
}

/** Label and control, with the hint or the error below. */
export function FieldFrame({ id, label, hint, error, optional, group, children }: FieldFrameProps) {
  const { t } = useTranslation();
  const words = (
    <>
      <span>{label}</span>
      {optional && <span className={styles.optional}> · {t('form.optional')}</span>}
    </>
  );
  return (
    <div className={styles.frame} role={group ? 'group' : undefined} aria-labelledby={group ? `${id}-label` : undefined}>
      {group ? (
        <span id={`${id}-label`} className={styles.label}>
          {words}
        </span>
      ) : (
        <label id={`${id}-label`} htmlFor={id} className={styles.label}>
          {words}
        </label>
      )}
      {children}
      {error ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          <WarnIcon size={16} />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}

/** The ids that describe a control, for aria-describedby. */
export function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  if (error) return `${id}-error`;
  return hint ? `${id}-hint` : undefined;
}

/** The ids that name a control that is a button, for aria-labelledby. A label alone would replace the chosen value. */
export const namedBy = (id: string): string => `${id}-label ${id}-value`;
