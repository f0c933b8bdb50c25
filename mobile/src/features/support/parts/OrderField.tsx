import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { SheetSelect } from '@/ui/form/SheetSelect';

/** As many as a sheet should hold; the newest come first. */
const LIMIT = 50;

/** Which of the own loans it is about; none is an answer too. */
export function OrderField({ value, onChange }: { value: string; onChange: (orderId: string) => void }) {
  const { t } = useTranslation('support');
  const orders = useApiQuery('order/list', { tab: 'all', limit: LIMIT });
  const choices = [
    { value: '', label: t('complaint.noLoan') },
    ...(orders.data?.orders ?? []).map((order) => ({ value: order.orderId, label: order.orderNo, text: `${order.productName} · ${order.lenderName}` })),
  ];
  return <SheetSelect label={t('complaint.loan')} choices={choices} value={value} onChange={onChange} />;
}
