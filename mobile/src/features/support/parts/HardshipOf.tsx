import type { HardshipData } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import { useDraftTypedAt } from '../hooks/useSupportDraft';
import { HardshipHead } from './HardshipHead';
import { HardshipState } from './HardshipState';
import { planDraft, PlanForm } from './PlanForm';
import { promiseDraft, PromiseForm } from './PromiseForm';
import { ContactSupport } from './ContactSupport';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { ChoiceRows } from '@/ui/form/ChoiceRows';
import { Page } from '@/ui/Page';
import { QueryPage, QueryView, combineAnswers } from '@/ui/QueryView';
import { FormSkeleton } from '@/ui/Skeleton';

/** The possible requests for a loan, or the state of the current one. */
export function HardshipOf({ orderId }: { orderId: string }) {
  const query = useApiQuery('support/hardship', { orderId });
  if (query.data?.canAsk) return <Ask key={query.data.current?.hardshipId ?? ''} data={query.data} />;
  return (
    <Page>
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {(data) => (
          <div className="stack stack-24">
            <HardshipHead data={data} />
            {data.current && <HardshipState request={data.current} />}
            <ContactSupport />
          </div>
        )}
      </QueryView>
    </Page>
  );
}

type RequestType = 'promise' | 'plan';

/** Opens the kind of request whose draft was edited last. */
function Ask({ data }: { data: HardshipData }) {
  const typedAt = combineAnswers({ promise: useDraftTypedAt(promiseDraft(data.orderId)), plan: useDraftTypedAt(planDraft(data.orderId)) });
  return (
    <QueryPage query={typedAt} skeleton={<FormSkeleton />}>
      {({ promise, plan }) => <RequestForm data={data} first={plan > promise ? 'plan' : 'promise'} />}
    </QueryPage>
  );
}

function RequestForm({ data, first }: { data: HardshipData; first: RequestType }) {
  const { t } = useTranslation('support');
  const [type, setType] = useState(first);
  const head = (
    <>
      <HardshipHead data={data} />
      {data.current && <HardshipState request={data.current} />}
      <ChoiceRows
        label={t('hardship.chooseType')}
        choices={[
          { value: 'promise', label: t('hardship.promise'), text: t('hardship.promiseText') },
          { value: 'plan', label: t('hardship.plan'), text: t('hardship.planText') },
        ]}
        value={type}
        onChange={setType}
      />
    </>
  );
  return type === 'promise' ? <PromiseForm data={data} head={head} /> : <PlanForm data={data} head={head} />;
}
