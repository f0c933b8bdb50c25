import { brokenRules } from '@loanmarket/shared-types/validators';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useBegin } from './hooks/useBegin';
import { useVerificationMethod } from './hooks/useVerificationMethod';
import { BeginForm } from './parts/BeginForm';
import { PasswordRules } from './parts/PasswordRules';
import { detailPath } from './paths';
import { useTranslation } from '@/i18n';
import { api, useApiQuery, type Body } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { focusFirstError } from '@/ui/form/focusError';
import { PasswordField } from '@/ui/form/PasswordField';
import { Page } from '@/ui/Page';

/** /m/mall/{channel}/register/{type}: creates an account at the carrier, with a password of at least 8 characters. */
export default function RegisterPage() {
  const { t } = useTranslation(['carrier', 'common']);
  const nav = useNav();
  const { channel } = useParams<{ channel: string }>();
  const type = useVerificationMethod();
  const index = useApiQuery('mall/{channel}/index', {}, { params: { channel } });
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [tried, setTried] = useState(false);
  const [exists, setExists] = useState(false);
  const { begin, busy, words, fields } = useBegin(channel, ({ state, reason }) => {
    const there = state === 'failed' && reason === 'account_exists';
    setExists(there);
    return there;
  });
  const name = index.data?.carrier.name ?? '';
  const broken = brokenRules(password);
  const differs = password !== again;
  if (type === null) return <Page>{null}</Page>;

  const submit = () => {
    setTried(true);
    if (broken.length > 0 || differs) return focusFirstError();
    const body: Body<'mall/{channel}/register'> = { type, password, passwordAgain: again };
    void begin(body, (options) => api('mall/{channel}/register', body, options));
  };

  return (
    <BeginForm
      index={index}
      lead={t('register.lead', { name })}
      act={t('register.submit')}
      busy={busy}
      onSubmit={submit}
      words={words}
    >
      <div className="stack stack-8">
        <PasswordField
          label={t('register.password')}
          autoComplete="new-password"
          value={password}
          maxLength={64}
          error={tried && broken.length > 0 ? t('register.weak') : fields.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordRules password={password} />
      </div>
      <PasswordField
        label={t('register.again')}
        autoComplete="new-password"
        value={again}
        maxLength={64}
        error={tried && differs ? t('common:form.mismatch') : fields.passwordAgain}
        onChange={(event) => setAgain(event.target.value)}
      />
      {exists && (
        <Callout tone="attention" live title={t('failure.account_exists.title')}>
          <Button track="useAccount" look="quiet" onClick={() => nav.replace(detailPath(channel, 'password'))}>
            {t('register.use')}
          </Button>
        </Callout>
      )}
    </BeginForm>
  );
}
