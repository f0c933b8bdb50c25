import { useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { ApprovedPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

interface ExtendedProps {
  orderId: string;
  currency: string;
  newDueDate: string;
  fee: number;
}

/** The due date was moved. */
export function Extended({ orderId, currency, newDueDate, fee }: ExtendedProps) {
  const { t } = useTranslation('repay');
  const nav = useNav();
  const day = formatDay(newDueDate);
  return (
    <Page action={<Button track="openOrder" onClick={() => nav.to(`/m/order/detail/${orderId}`)}>{t('receipt.loan')}</Button>}>
      <div role="status">
        <StateView picture={<ApprovedPicture />} title={t('extend.done')} text={fee > 0 ? t('extend.doneText', { day, fee: formatMoney(fee, currency) }) : t('extend.doneFree', { day })} />
      </div>
    </Page>
  );
}
