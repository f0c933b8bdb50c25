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
  /** What is done here, above the number. */
  lead: string;
  /** On the button. */
  act: string;
  busy: boolean;
  onSubmit: () => void;
  /** Why the server refused, where no field is to blame. */
  words: string;
  /** What may follow the words. */
  foot?: ReactNode;
  children: ReactNode;
}

/** Begins a session with a carrier: the number, the fields, and what the server said. */
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

/** The number that is proved: their own, masked, and not to be changed here. */
function PhoneLine({ phone, name }: { phone: string; name: string }) {
  const { t } = useTranslation('carrier');
  return <Field label={t('detail.phone')} value={phone} hint={t('detail.phoneHint', { name })} readOnly kind="phone" autoComplete="off" />;
}
