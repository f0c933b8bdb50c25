import { useTranslation } from '@/i18n';
import { useConfig } from '@/lib/config';
import { formatDay } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { ApprovedPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

interface ExtendedProps {
  orderId: string;
  newDueDate: string;
  fee: number;
}

/** The due date was moved. Needs no quote, which is refused after the last allowed extension. */
export function Extended({ orderId, newDueDate, fee }: ExtendedProps) {
  const { t } = useTranslation('repay');
  const { currency } = useConfig().region;
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
