import { forwardRef, useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { Field } from './Field';
import styles from './PasswordField.module.css';
import { useTranslation } from '@/i18n';

interface PasswordFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id' | 'type'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A password field, hidden until the borrower chooses to show it. The password is kept only in memory. */
export const PasswordField = forwardRef<HTMLInputElement, PasswordFieldProps>(function PasswordField({ label, ...rest }, ref) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      autoComplete="off"
      {...rest}
      ref={ref}
      label={label}
      type={shown ? 'text' : 'password'}
      after={
        <button type="button" data-track="showPassword" className={styles.show} aria-pressed={shown} aria-label={t('pair', { name: t('form.showPassword'), value: label })} onClick={() => setShown(!shown)}>
          {t(shown ? 'form.hide' : 'form.show')}
        </button>
      }
    />
  );
});
