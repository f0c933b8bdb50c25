import type { ReceiptData } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { useCertificate } from '@/shared/order/useCertificate';
import { Button } from '@/ui/Button';

/** The settlement certificate after the last payment, and a link to the loan. */
export function ResultAction({ receipt: { payment, settled } }: { receipt: ReceiptData }) {
  const { t } = useTranslation('repay');
  const nav = useNav();
  const certificate = useCertificate(payment.orderId);
  return (
    <>
      {settled && (
        <Button track="getCertificate" busy={certificate.busy} onClick={certificate.open}>
          {t('receipt.certificate')}
        </Button>
      )}
      <Button track="openOrder" look={settled ? 'quiet' : 'primary'} onClick={() => nav.to(`/m/order/detail/${payment.orderId}`)}>
        {t('receipt.loan')}
      </Button>
    </>
  );
}
