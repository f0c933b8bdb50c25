import type { HardshipData } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import { HardshipHead } from './HardshipHead';
import { HardshipState } from './HardshipState';
import { PlanForm } from './PlanForm';
import { PromiseForm } from './PromiseForm';
import { Talk } from './Talk';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { ChoiceRows } from '@/ui/form/ChoiceRows';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { FormSkeleton } from '@/ui/Skeleton';

/** What can be asked for of one loan, or where the request stands. */
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
            <Talk />
          </div>
        )}
      </QueryView>
    </Page>
  );
}

type Way = 'promise' | 'plan';

function Ask({ data }: { data: HardshipData }) {
  const { t } = useTranslation('support');
  const [way, setWay] = useState<Way>('promise');
  const head = (
    <>
      <HardshipHead data={data} />
      {data.current && <HardshipState request={data.current} />}
      <ChoiceRows
        label={t('hardship.ways')}
        choices={[
          { value: 'promise', label: t('hardship.promise'), text: t('hardship.promiseText') },
          { value: 'plan', label: t('hardship.plan'), text: t('hardship.planText') },
        ]}
        value={way}
        onChange={setWay}
      />
    </>
  );
  return way === 'promise' ? <PromiseForm data={data} head={head} /> : <PlanForm data={data} head={head} />;
}
