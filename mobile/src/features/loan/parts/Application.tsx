import type { ProductDetailData } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import { useApplication } from '../hooks/useApplication';
import { Agreement } from './Agreement';
import { ApplyButton } from './ApplyButton';
import { Breakdown } from './Breakdown';
import { CardChoice, isActive } from './CardChoice';
import { LoanSummary } from './LoanSummary';
import { Obstacle } from './Obstacle';
import { ProductAction } from './ProductAction';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { usePrefetchPage } from '@/lib/nav/prefetchPage';
import { ownerId } from '@/lib/storage/owner';
import { Calculator } from '@/shared/loan/Calculator';
import { canApply } from '@/shared/loan/choose';
import { useCalculator, type Choice } from '@/shared/loan/useCalculator';
import { Callout } from '@/ui/Callout';
import { Card } from '@/ui/Card';
import { Page } from '@/ui/Page';

interface ApplicationProps {
  detail: ProductDetailData;
  wish: Choice;
}

/** An application: amount and term, all costs, the bank card, the agreement, and the button. */
export function Application({ detail, wish }: ApplicationProps) {
  const { t } = useTranslation('loan');
  const calculator = useCalculator(detail, wish, `application/${ownerId()}/${detail.product.loanId}`);
  const [changing, setChanging] = useState(false);
  // A borrower who cannot apply must see that before reading the agreement.
  const open = canApply(detail);
  const cards = useApiQuery('bankCard/list', {}, { enabled: open });
  const application = useApplication(calculator, cards.data !== undefined && !cards.data.cards.some(isActive));
  usePrefetchPage(open ? '/m/loan/status' : null);
  return (
    <Page action={open ? <ApplyButton application={application} /> : <ProductAction calculator={calculator} />}>
      <div className="stack stack-24">
        <Obstacle detail={detail} />
        <Card>{changing ? <Calculator state={calculator} /> : <LoanSummary state={calculator} onChange={() => setChanging(true)} />}</Card>
        {calculator.quote && <Breakdown quote={calculator.quote} fees={detail.fees} />}
        {open && (
          <>
            <CardChoice cards={cards} value={application.cardId} onChange={application.setCardId} />
            <Agreement application={application} />
            <Callout>
              <p>{t('apply.after')}</p>
              <p>{t('apply.cancelBefore')}</p>
            </Callout>
          </>
        )}
      </div>
    </Page>
  );
}
