import type { ProductCard } from '@loanmarket/shared-types/api';
import styles from './ProductFacts.module.css';
import { useTranslation } from '@/i18n';
import { formatMoney, formatRate } from '@/lib/format/money';

/** The name, the lender with its licence, and the three figures by which loans are compared. */
export function ProductFacts({ product }: { product: ProductCard }) {
  const { t } = useTranslation('loan');
  const shortest = Math.min(...product.termsDays);
  const longest = Math.max(...product.termsDays);
  const facts = [
    [t('detail.amount'), formatMoney(product.maxAmount, product.currency)],
    [t('detail.term'), shortest === longest ? t('list.term', { n: shortest }) : t('list.terms', { min: shortest, max: longest })],
    [t('detail.apr'), formatRate(product.aprBps)],
  ] as const;
  return (
    <div className="stack">
      <div>
        <h2 className="title-28">{product.name}</h2>
        <p>
          <span className="quiet">{t('detail.lender')}</span> <span className="strong">{product.lenderName}</span>
        </p>
        <p className="text-14 quiet">{product.licence}</p>
      </div>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
