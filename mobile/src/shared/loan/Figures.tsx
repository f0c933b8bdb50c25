import type { Quote } from '@loanmarket/shared-types/api';
import styles from './Figures.module.css';
import { useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { formatRate } from '@/lib/format/money';
import { classes } from '@/ui/classes';
import { MoneyFigure } from '@/ui/money/MoneyFigure';
import { SkeletonLine } from '@/ui/Skeleton';

interface FiguresProps {
  quote: Quote | undefined;
  /**
   * The figures are still those of the previous amount: they are dimmed, so that they are not taken for the new ones.
   */
  pending: boolean;
}

/** The amount received, the amount to repay, the due date and the APR. */
export function Figures({ quote, pending }: FiguresProps) {
  const { t } = useTranslation(['loan', 'terms']);
  return (
    <dl className={classes(styles.figures, pending && styles.pending)} aria-busy={pending || !quote}>
      <div>
        <dt>{t('terms:actualReceived')}</dt>
        <dd>{quote ? <MoneyFigure amount={quote.actualReceived} currency={quote.currency} size={20} /> : <SkeletonLine height={1.5} width={80} />}</dd>
      </div>
      <div>
        <dt>{t('terms:totalToRepay')}</dt>
        <dd>{quote ? <MoneyFigure amount={quote.totalToRepay} currency={quote.currency} size={20} /> : <SkeletonLine height={1.5} width={80} />}</dd>
      </div>
      <div className={styles.line}>
        <dt>{t('terms:dueDate')}</dt>
        <dd>{quote ? formatDay(quote.dueDate) : <SkeletonLine width={70} />}</dd>
      </div>
      <div className={styles.line}>
        <dt>{t('terms:apr')}</dt>
        <dd className="numbers">{quote ? formatRate(quote.aprBps) : <SkeletonLine width={40} />}</dd>
      </div>
    </dl>
  );
}
