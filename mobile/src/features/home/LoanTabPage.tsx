import { useTranslation } from '@/i18n';
import { formatMoney } from '@/lib/format/money';
import { ProductPages } from '@/shared/loan/ProductPages';
import { useProductPages } from '@/shared/loan/useProducts';
import { Page } from '@/ui/Page';

/** /m/home/loan: the borrower's credit limit and products. */
export default function LoanTabPage() {
  const { t } = useTranslation('loan');
  const pages = useProductPages();
  const { creditLimit = 0, creditAvailable = creditLimit, currency = '' } = pages.first ?? {};
  return (
    <Page refreshes>
      <div className="stack">
        {creditLimit > 0 && <p className="quiet">{t(creditAvailable < creditLimit ? 'list.limitUsed' : 'list.limit', { amount: formatMoney(creditLimit, currency), left: formatMoney(creditAvailable, currency) })}</p>}
        <ProductPages pages={pages} />
      </div>
    </Page>
  );
}
