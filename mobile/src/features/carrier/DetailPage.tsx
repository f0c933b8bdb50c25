import { useState } from 'react';
import { useParams } from 'react-router';
import { useBegin } from './hooks/useBegin';
import { PhoneLine } from './parts/PhoneLine';
import styles from './parts/Lines.module.css';
import { resolventPath } from './paths';
import { useNav } from '@/app/nav';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { Button } from '@/ui/Button';
import { PasswordField } from '@/ui/form/PasswordField';
import { LockIcon } from '@/ui/icons';
import { Notice } from '@/ui/Notice';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { FormSkeleton } from '@/ui/Skeleton';

/** Refusals that are about the password: they are said at its field, and what was typed stays. */
const ABOUT_PASSWORD = ['wrong_password', 'no_account', 'locked'] as const;

/** /m/mall/{channel}/detail/{type}: the number and, where the way needs one, the service password. */
export default function DetailPage() {
  const { t } = useTranslation(['carrier', 'common']);
  const nav = useNav();
  const { channel, type } = useParams<{ channel: string; type: string }>();
  const way = type === 'code' ? 'code' : 'password';
  const index = useApiQuery('mall/{channel}/index', {}, { params: { channel } });
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [trouble, setTrouble] = useState('wrong_password');
  const { begin, busy, words, fields } = useBegin(channel, ({ state, reason }) => {
    const about = state === 'failed' && ABOUT_PASSWORD.find((word) => word === reason);
    if (!about) return false;
    setTrouble(about);
    setProblem(t(`trouble.${about}.short`));
    return true;
  });
  const name = index.data?.carrier.name ?? '';

  const submit = () => {
    if (way === 'password' && password === '') {
      setProblem(t('common:form.required'));
      return;
    }
    setProblem('');
    void begin({ path: 'mall/{channel}/detail', body: way === 'password' ? { type: way, servicePassword: password } : { type: way } });
  };

  return (
    <Page
      action={
        index.data && (
          <Button busy={busy} onClick={submit}>
            {t(way === 'password' ? 'detail.submit' : 'detail.submitCode', { name })}
          </Button>
        )
      }
    >
      <QueryView query={index} skeleton={<FormSkeleton />}>
        {({ phone }) => (
          <form
            className="stack stack-24"
            noValidate
            autoComplete="off"
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <p>{t(way === 'password' ? 'detail.lead' : 'detail.leadCode', { name })}</p>
            <PhoneLine phone={phone} name={name} />
            {way === 'password' && (
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
            {words && (
              <Notice tone="attention" live>
                {words}
              </Notice>
            )}
            <p className={styles.safe}>
              <LockIcon size={18} />
              <span>{t('intro.safe')}</span>
            </p>
            <Button look="text" onClick={() => nav.to(resolventPath(trouble))}>
              {t('mall.forgot')}
            </Button>
            <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true" />
          </form>
        )}
      </QueryView>
    </Page>
  );
}
