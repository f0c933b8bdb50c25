import { useState } from 'react';
import { useApproval } from '../hooks/useApproval';
import { AskOtherPhone } from './AskOtherPhone';
import { AskLater } from './AskLater';
import { SecondFact } from './SecondFact';
import { WaitForOtherPhone } from './WaitForOtherPhone';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { FormSkeleton } from '@/ui/Skeleton';

/**
 * Shown on a new device of a known member before anything personal. The member's other phone approves it; if none can
 * or none answers, the last characters of the ID number are asked for.
 */
export function NewDevice() {
  const { t } = useTranslation('login');
  const { query, ask, asking } = useApproval();
  const [naming, setNaming] = useState(false);
  const { data } = query;
  if (!data || data.state === 'approved') {
    return (
      <Page>
        <QueryView query={query} skeleton={<FormSkeleton fields={1} />}>
          {() => <FormSkeleton fields={1} />}
        </QueryView>
      </Page>
    );
  }
  if (data.state === 'waiting') return <WaitForOtherPhone approval={data} />;
  if (data.mayName && (naming || !data.mayAsk)) {
    return (
      <SecondFact
        before={data.state === 'expired' && <Callout>{t('approval.unanswered')}</Callout>}
        beside={
          data.mayAsk && (
            <Button track="askOtherPhone" look="quiet" onClick={() => setNaming(false)}>
              {t('approval.ask')}
            </Button>
          )
        }
      />
    );
  }
  if (data.mayAsk) return <AskOtherPhone approval={data} asking={asking} onAsk={ask} onName={() => setNaming(true)} />;
  return <AskLater approval={data} />;
}
