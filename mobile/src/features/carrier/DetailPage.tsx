import { useState } from 'react';
import { useParams } from 'react-router';
import { useBegin } from './hooks/useBegin';
import { useVerificationMethod } from './hooks/useVerificationMethod';
import { BeginForm } from './parts/BeginForm';
import styles from './parts/Lines.module.css';
import { resolventPath } from './paths';
import { useTranslation } from '@/i18n';
import { api, useApiQuery, type Body } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { focusFirstError } from '@/ui/form/focusError';
import { PasswordField } from '@/ui/form/PasswordField';
import { LockIcon } from '@/ui/icons';
import { Page } from '@/ui/Page';

/** Rejections about the password. They are shown at its field, and the input is kept. */
const ABOUT_PASSWORD = ['wrong_password', 'no_account', 'locked'] as const;

/** /m/mall/{channel}/detail/{type}: the phone number and, if the method requires it, the service password. */
export default function DetailPage() {
  const { t } = useTranslation(['carrier', 'common']);
  const nav = useNav();
  const { channel } = useParams<{ channel: string }>();
  const method = useVerificationMethod();
  const index = useApiQuery('mall/{channel}/index', {}, { params: { channel } });
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [failure, setFailure] = useState('wrong_password');
  const { begin, busy, words, fields } = useBegin(channel, ({ state, reason }) => {
    const about = state === 'failed' && ABOUT_PASSWORD.find((word) => word === reason);
    if (!about) return false;
    setFailure(about);
    setProblem(t(`failure.${about}.short`));
    return true;
  });
  const name = index.data?.carrier.name ?? '';
  if (method === null) return <Page>{null}</Page>;

  const submit = () => {
    if (method === 'password' && password === '') {
      setProblem(t('common:form.required'));
      return focusFirstError();
    }
    setProblem('');
    const body: Body<'mall/{channel}/detail'> = method === 'password' ? { type: method, servicePassword: password } : { type: method };
    void begin(body, (options) => api('mall/{channel}/detail', body, options));
  };

  return (
    <BeginForm
      index={index}
      lead={t(method === 'password' ? 'detail.lead' : 'detail.leadCode', { name })}
      act={t(method === 'password' ? 'detail.submit' : 'detail.submitCode', { name })}
      busy={busy}
      onSubmit={submit}
      words={words}
      foot={
        <>
          <p className={styles.safe}>
            <LockIcon size={18} />
            <span>{t('intro.safe')}</span>
          </p>
          <Button track="forgotPassword" look="text" onClick={() => nav.to(resolventPath(failure))}>
            {t('mall.forgot')}
          </Button>
        </>
      }
    >
      {method === 'password' && (
        <PasswordField
          label={t('detail.password', { name })}
          hint={t('detail.passwordHint', { name })}
          value={password}
          maxLength={64}
          error={problem || fields.servicePassword}
          onChange={(event) => {
            setPassword(event.target.value);
            setProblem('');
          }}
        />
      )}
    </BeginForm>
  );
}
