import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { SheetSelect } from '@/ui/form/SheetSelect';

/** The maximum number of recent loans in the sheet; the newest come first. */
const MAX_RECENT = 50;
/** The maximum number of running loans, which is never reached. */
const MAX_RUNNING = 200;

/** Selects the loan that a complaint is about, or none. */
export function OrderField({ value, onChange }: { value: string; onChange: (orderId: string) => void }) {
  const { t } = useTranslation('support');
  const running = useApiQuery('order/list', { tab: 'running', limit: MAX_RUNNING }).data?.orders ?? [];
  const newest = useApiQuery('order/list', { tab: 'all', limit: MAX_RECENT }).data?.orders ?? [];
  const orders = [...running, ...newest.filter(({ orderId }) => !running.some((one) => one.orderId === orderId))];
  const choices = [
    { value: '', label: t('complaint.noLoan') },
    ...orders.map((order) => ({ value: order.orderId, label: `${order.productName} (${order.orderNo})`, text: order.lenderName })),
  ];
  return <SheetSelect label={t('complaint.loan')} choices={choices} value={value} onChange={onChange} />;
}
