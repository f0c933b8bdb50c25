import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { SheetSelect } from '@/ui/form/SheetSelect';

/** As many of all as a sheet should hold; the newest come first. */
const LIMIT = 50;
/** There are never so many that go on. */
const MOST = 200;

/** Which of the own loans it is about; none is an answer too. */
export function OrderField({ value, onChange }: { value: string; onChange: (orderId: string) => void }) {
  const { t } = useTranslation('support');
  const running = useApiQuery('order/list', { tab: 'running', limit: MOST }).data?.orders ?? [];
  const newest = useApiQuery('order/list', { tab: 'all', limit: LIMIT }).data?.orders ?? [];
  const orders = [...running, ...newest.filter(({ orderId }) => !running.some((one) => one.orderId === orderId))];
  const choices = [
    { value: '', label: t('complaint.noLoan') },
    ...orders.map((order) => ({ value: order.orderId, label: `${order.productName} · ${order.orderNo}`, text: order.lenderName })),
  ];
  return <SheetSelect label={t('complaint.loan')} choices={choices} value={value} onChange={onChange} />;
}
