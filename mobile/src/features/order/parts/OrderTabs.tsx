import styles from './OrderTabs.module.css';
import { useTranslation } from '@/i18n';
import type { OrderTab } from '@/shared/order/useOrders';
import { arrowKeys } from '@/ui/arrowKeys';
import { classes } from '@/ui/classes';

const tabs: readonly OrderTab[] = ['all', 'toConfirm', 'awaitingRepayment', 'underReview'];

/** The four tabs of spec 2. If their labels are long, they wrap into two rows, so that all stay visible. */
export function OrderTabs({ value, onChange }: { value: OrderTab; onChange: (tab: OrderTab) => void }) {
  const { t } = useTranslation('order');
  return (
    <div className={styles.tabs} role="tablist" tabIndex={-1} aria-label={t('tab.label')} onKeyDown={arrowKeys('tab', true)}>
      {tabs.map((tab) => (
        <button key={tab} type="button" data-track={`${tab}Orders`} role="tab" aria-selected={tab === value} tabIndex={tab === value ? 0 : -1} className={classes(styles.tab, tab === value && styles.active)} onClick={() => onChange(tab)}>
          {t(`tab.${tab}`)}
        </button>
      ))}
    </div>
  );
}
