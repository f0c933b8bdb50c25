import type { ReceiptData } from '@loanmarket/shared-types/api';
import { isUnmatched, outcomeText } from '../outcome';
import { ReceiptFacts } from './ReceiptFacts';
import styles from './ReceiptView.module.css';
import { Split } from './Split';
import { text, useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { useDocument } from '@/ui/saveOrShare';
import { DownloadIcon } from '@/ui/icons';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { MoneyFigure } from '@/ui/money/MoneyFigure';
import { PaidPicture, RejectedPicture } from '@/ui/pictures';

/** The amount paid, what it covered, what remains, and what is refunded. */
export function ReceiptView({ receipt }: { receipt: ReceiptData }) {
  const { t } = useTranslation(['repay', 'common']);
  const { payment, refund, settled, remaining, fileId, newDueDate } = receipt;
  const { currency, amount, state, outcome } = payment;
  const reversed = state === 'reversed';
  const unmatched = isUnmatched(payment);
  const file = useDocument();
  const nav = useNav();
  return (
    <div className="stack stack-24">
      <header className="stack stack-8 center" role="status">
        <div className={styles.picture}>{reversed ? <RejectedPicture /> : <PaidPicture />}</div>
        <h2 className="title-20">{text(outcomeText(payment))}</h2>
        <MoneyFigure amount={amount} currency={currency} size={40} tone={reversed ? 'danger' : 'ink'} />
      </header>
      {reversed && <Callout tone="attention">{t(unmatched ? 'outcome.unmatchedText' : 'outcome.reversedText')}</Callout>}
      {outcome === 'late_quote' && <Callout>{t('outcome.late_quoteText')}</Callout>}
      {!reversed && outcome === 'not_extended' && <Callout tone="attention">{t('outcome.not_extendedText')}</Callout>}
      {newDueDate && <Callout tone="positive">{t('outcome.extendedText', { day: formatDay(newDueDate) })}</Callout>}
      {settled ? (
        <Callout tone="positive" title={t('receipt.settled')}>
          {t('receipt.settledText')}
        </Callout>
      ) : (
        !reversed && (
          <p className="row">
            <span className="quiet">{t('receipt.remaining')}</span>
            <span className="strong numbers">{formatMoney(remaining, currency)}</span>
          </p>
        )
      )}
      {refund && <Callout tone={refund.state === 'failed' ? 'attention' : 'positive'}>{t(`receipt.refund.${refund.state}`, { amount: formatMoney(refund.amount, currency) })}</Callout>}
      {refund?.state === 'failed' && (
        <RowGroup>
          <LinkRow track="contactSupport" title={t('common:action.contact')} onClick={() => nav.to('/m/customer')} />
        </RowGroup>
      )}
      <Split receipt={receipt} />
      <ReceiptFacts payment={payment} />
      {!unmatched && (
        <Button track="getReceipt" look="quiet" icon={<DownloadIcon />} busy={file.busy} onClick={() => void file.open(fileId, payment.serialNumber)}>
          {t('receipt.pdf')}
        </Button>
      )}
    </div>
  );
}
