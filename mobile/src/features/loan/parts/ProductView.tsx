import type { ProductDetailData } from '@loanmarket/shared-types/api';
import { Breakdown } from './Breakdown';
import { Obstacle } from './Obstacle';
import { ProductAction } from './ProductAction';
import { ProductFacts } from './ProductFacts';
import { useTranslation } from '@/i18n';
import { ownerId } from '@/lib/storage/owner';
import { Calculator } from '@/shared/loan/Calculator';
import { useCalculator } from '@/shared/loan/useCalculator';
import { Card } from '@/ui/Card';
import { Page } from '@/ui/Page';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';

/** The lender, three key figures, the calculator and the complete breakdown. */
export function ProductView({ detail }: { detail: ProductDetailData }) {
  const { t } = useTranslation('loan');
  const calculator = useCalculator(detail, {}, `product/${ownerId()}/${detail.product.loanId}`);
  return (
    <Page action={<ProductAction calculator={calculator} />}>
      <div className="stack stack-24">
        <ProductFacts product={detail.product} />
        <Obstacle detail={detail} />
        <Section title={t('detail.calculator')}>
          <Card>
            <Calculator state={calculator} />
          </Card>
        </Section>
        {calculator.quote ? <Breakdown quote={calculator.quote} fees={detail.fees} /> : !calculator.error && <Skeleton height={12} />}
      </div>
    </Page>
  );
}
