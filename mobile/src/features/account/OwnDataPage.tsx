import { SmsType } from '@loanmarket/shared-types/enums';
import { useState } from 'react';
import { OwnDataReady } from './parts/OwnDataReady';
import { useTranslation } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { StepUpCode } from '@/shared/smsCode/StepUpCode';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { Page } from '@/ui/Page';
import { ListSkeleton } from '@/ui/Skeleton';

/** /m/account/data: exports a copy of all data stored about the borrower, after a fresh SMS code. */
export default function OwnDataPage() {
  const { t } = useTranslation('account');
  const [proving, setProving] = useState(false);
  const copy = useApiMutation('member/data', {
    toast: false,
    onError: ({ details }) => {
      if (details.reason === 'fresh_code_needed') setProving(true);
    },
  });
  const refused = copy.error !== null && copy.error.details.reason !== 'fresh_code_needed' ? copy.error.message : null;
  if (copy.data) return <OwnDataReady copy={copy.data} />;
  return (
    <Page
      action={
        <Button track="getData" busy={copy.isPending} onClick={() => copy.mutate({})}>
          {t('data.get')}
        </Button>
      }
    >
      <div className="stack">
        <p>{t('data.lead')}</p>
        <Callout>{t('data.safe')}</Callout>
        {refused && (
          <Callout tone="danger" live>
            {refused}
          </Callout>
        )}
        {copy.isPending && <ListSkeleton count={3} />}
      </div>
      <StepUpCode
        open={proving}
        type={SmsType.copyOfData}
        onClose={() => setProving(false)}
        onDone={() => {
          setProving(false);
          copy.mutate({});
        }}
      />
    </Page>
  );
}
