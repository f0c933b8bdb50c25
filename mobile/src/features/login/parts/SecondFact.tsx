import { useState, type ReactNode } from 'react';
import { logOut } from '@/lib/login/logIn';
import { useTranslation } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { refreshMember } from '@/lib/member';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/form/Field';
import { LockIcon } from '@/ui/icons';
import { Page } from '@/ui/Page';

const DIGITS = 4;

interface SecondFactProps {
  /** Shown above the question, and beside its button. */
  before?: ReactNode;
  beside?: ReactNode;
}

/**
 * The question on a new device of a known member. Phone numbers are recycled, so nothing personal is shown before it is
 * answered.
 */
export function SecondFact({ before, beside }: SecondFactProps) {
  const { t } = useTranslation('login');
  const [idLast4, setIdLast4] = useState('');
  const send = useApiMutation('member/secondFact', { toast: false, onSuccess: refreshMember });
  const submit = () => {
    if (!send.isPending && idLast4.length === DIGITS) send.mutate({ idLast4 });
  };
  return (
    <Page
      action={
        <>
          <Button track="sendIdNumber" busy={send.isPending} disabled={idLast4.length !== DIGITS} onClick={submit}>
            {t('second.submit')}
          </Button>
          {beside}
          <Button track="otherNumber" look="text" onClick={logOut}>
            {t('second.other')}
          </Button>
        </>
      }
    >
      <form
        className="stack stack-24"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {before}
        <div className="stack stack-8">
          <h2 className="title-28">{t('second.heading')}</h2>
          <p className="quiet">{t('second.lead')}</p>
        </div>
        <Field
          label={t('second.input')}
          kind="code"
          value={idLast4}
          error={send.error?.message}
          hint={t('second.why')}
          before={<LockIcon />}
          onChange={(event) => {
            send.reset();
            setIdLast4(event.target.value.toUpperCase().replace(/[^0-9X]/g, '').slice(0, DIGITS));
          }}
        />
      </form>
    </Page>
  );
}
