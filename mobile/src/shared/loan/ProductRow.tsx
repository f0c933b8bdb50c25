import type { ProductCard } from '@loanmarket/shared-types/api';
import { memo } from 'react';
import { isOpen } from './choose';
import styles from './ProductRow.module.css';
import { useTranslation } from '@/i18n';
import { formatMoney, formatRate } from '@/lib/format/money';
import { useNav } from '@/lib/nav/nav';
import { Card } from '@/ui/Card';
import { Facts } from '@/ui/Facts';
import { ChevronIcon } from '@/ui/icons';
import { Tag } from '@/ui/Tag';

interface ProductRowProps {
  product: ProductCard;
  /** The heading of its group is shown above and already says how near the product is. */
  grouped?: boolean;
}

/**
 * A product in a list: lender, amounts, terms and APR. A closed product also shows why it is closed and when it opens.
 */
export const ProductRow = memo(function ProductRow({ product, grouped = false }: ProductRowProps) {
  const { t } = useTranslation(['loan', 'terms']);
  const nav = useNav();
  const { termsDays, currency } = product;
  const shortest = Math.min(...termsDays);
  const longest = Math.max(...termsDays);
  const open = isOpen(product);
  return (
    <Card track="openProduct" onClick={() => nav.to(leadsTo(product))}>
      <div className={styles.head}>
        <div className={styles.words}>
          <p className="strong">{product.name}</p>
          <p className="text-14 quiet">{product.lenderName}</p>
        </div>
        <span className={styles.arrow}>
          <ChevronIcon />
        </span>
      </div>
      <div className={styles.offer}>
        <p className={styles.amount}>{t('loan:list.upTo', { amount: formatMoney(product.maxAmount, currency) })}</p>
        {!grouped && product.group === ONE_STEP && <Tag tone="positive">{t('loan:list.oneStep')}</Tag>}
      </div>
      <p className="text-14 quiet">
        <Facts
          facts={[
            shortest === longest ? t('loan:list.term', { n: shortest }) : t('loan:list.terms', { min: shortest, max: longest }),
            t('loan:list.apr', { rate: formatRate(product.aprBps) }),
          ]}
        />
      </p>
      {!open && product.reason && <p className={styles.reason}>{product.reason}</p>}
      {product.orderId && <p className={styles.order}>{t('loan:list.seeOrder')}</p>}
    </Card>
  );
});

/** Spec 4's one-step products: one tap opens the prefilled application, and a second one confirms it. */
const ONE_STEP = 2;

function leadsTo({ orderId, group, loanId }: ProductCard): string {
  if (orderId) return `/m/order/detail/${orderId}`;
  return group === ONE_STEP ? `/m/loan/loanIndex?loanId=${loanId}` : `/m/loan/detail/${loanId}`;
}
