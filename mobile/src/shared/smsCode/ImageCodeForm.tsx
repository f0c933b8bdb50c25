import { isImageCode, maskImageCode } from '@loanmarket/shared-types/validators';
import { useEffect, useRef, useState } from 'react';
import styles from './ImageCodeForm.module.css';
import { useTranslation } from '@/i18n';
import { API_ORIGIN } from '@/lib/api/origin';
import { imageCodePath } from '@/lib/login/steps';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/form/Field';

interface ImageCodeFormProps {
  phone: string;
  /** Why the last code was not accepted. */
  words: string;
  disabled: boolean;
  /** The code is on its way; it can be used only once. */
  busy: boolean;
  onCode: (code: string) => void;
}

/** The picture, which a tap replaces, and the field for its four characters. */
export function ImageCodeForm({ phone, words, disabled, busy, onCode }: ImageCodeFormProps) {
  const { t } = useTranslation('login');
  const [stamp, setStamp] = useState(() => Date.now());
  const [failed, setFailed] = useState(false);
  const [code, setCode] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const refresh = () => {
    setFailed(false);
    setCode('');
    setStamp(Date.now());
  };

  useEffect(() => {
    form.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);

  return (
    <form
      ref={form}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isImageCode(code) && !disabled && !busy) onCode(code);
      }}
    >
      <p className="text-14 quiet">{t('image.lead')}</p>
      <button type="button" data-track="newImageCode" className={styles.picture} aria-label={`${t('image.alt')}. ${t('image.refresh')}`} onClick={refresh}>
        {failed ? (
          <span className={styles.failed}>{t('image.failed')}</span>
        ) : (
          <img
            src={API_ORIGIN + imageCodePath(phone, stamp)}
            alt=""
            onError={() => setFailed(true)}
          />
        )}
        <span className={styles.refresh}>{t('image.refresh')}</span>
      </button>
      <Field
        label={t('image.input')}
        kind="code"
        value={code}
        error={words || undefined}
        data-focus
        onChange={(event) => setCode(maskImageCode(event.target.value))}
      />
      <Button track="sendImageCode" type="submit" busy={busy} disabled={disabled || !isImageCode(code)}>
        {t('image.confirm')}
      </Button>
    </form>
  );
}
