import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '@/i18n';
import type { Data } from '@/lib/api/contract';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { Field } from '@/ui/form/Field';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { FormSkeleton } from '@/ui/Skeleton';

interface BeginFormProps {
  index: UseQueryResult<Data<'mall/{channel}/index'>, Error>;
  /** The introduction above the number. */
  lead: string;
  /** The label of the button. */
  act: string;
  busy: boolean;
  onSubmit: () => void;
  /** The server's rejection if it is not about a field. */
  words: string;
  /** Shown below the message. */
  foot?: ReactNode;
  children: ReactNode;
}

/** The form that starts a session with a carrier: the number, the fields, and the server's message. */
export function BeginForm({ index, lead, act, busy, onSubmit, words, foot, children }: BeginFormProps) {
  return (
    <Page
      action={
        index.data && (
          <Button track="begin" busy={busy} onClick={onSubmit}>
            {act}
          </Button>
        )
      }
    >
      <QueryView query={index} skeleton={<FormSkeleton />}>
        {({ phone, carrier }) => (
          <form
            className="stack stack-24"
            noValidate
            autoComplete="off"
            onSubmit={(event) => {
              event.preventDefault();
              onSubmit();
            }}
          >
            <p>{lead}</p>
            <PhoneLine phone={phone} name={carrier.name} />
            {children}
            {words && (
              <Callout tone="attention" live>
                {words}
              </Callout>
            )}
            {foot}
            <button type="submit" data-track="begin" className="unseen" tabIndex={-1} aria-hidden="true" />
          </form>
        )}
      </QueryView>
    </Page>
  );
}

/** The number to verify: the borrower's own, masked, and read-only here. */
function PhoneLine({ phone, name }: { phone: string; name: string }) {
  const { t } = useTranslation('carrier');
  return <Field label={t('detail.phone')} value={phone} hint={t('detail.phoneHint', { name })} readOnly kind="phone" autoComplete="off" />;
}
