import type { Application } from '../hooks/useApplication';
import { useTranslation } from '@/i18n';
import { formatMoney } from '@/lib/format/money';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';

/** A single button with the next step: add a missing bank card, open the agreement, or apply. */
export function ApplyButton({ application }: { application: Application }) {
  const { t } = useTranslation('loan');
  const nav = useNav();
  const { amount, detail, quote } = application.calculator;
  const { cardId, waiting } = application;
  switch (application.next) {
    case 'card':
      return <Button track="addCard" onClick={() => nav.to('/m/bankCard/add')}>{t('apply.addCard')}</Button>;
    case 'read':
      return <Button track="readContract" onClick={() => application.setReading(true)}>{t('apply.read')}</Button>;
    case 'apply':
      return (
        <Button track="apply" busy={waiting} disabled={cardId === null || (!quote && !waiting)} onClick={application.submit}>
          {t('apply.submit', { amount: formatMoney(amount, detail.product.currency) })}
        </Button>
      );
  }
}
