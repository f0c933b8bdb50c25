import { Suspense, type ReactNode } from 'react';
import { useTranslation } from '@/i18n';
import { copiedMoney, formatMoney } from '@/lib/format/money';
import { lazyPart } from '@/lib/lazy';
import { Card } from '@/ui/Card';
import { CopyRow } from '@/ui/CopyRow';
import { MoneyFigure } from '@/ui/money/MoneyFigure';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';

const QrPicture = lazyPart([], async () => ({ default: (await import('./QrPicture')).QrPicture }));
/** The height of the code with its buttons, in rem. */
const QR_HEIGHT = 24;

interface TransferDetailsProps {
  amount: number;
  currency: string;
  bankName: string;
  accountNumber: string;
  accountName: string;
  /** Empty if the account number itself identifies the payment. */
  memo: string;
  qrText: string;
  /** Shown where the user looks after paying: below the code, or above the lines to copy. */
  watch: ReactNode;
  /** Shown between that and the lines to copy. */
  apps?: ReactNode;
}

/** How to pay: first the code, if there is one, then all transfer details to copy. */
export function TransferDetails({ amount, currency, bankName, accountNumber, accountName, memo, qrText, watch, apps }: TransferDetailsProps) {
  const { t } = useTranslation('repay');
  return (
    <>
      <div className="center">
        <MoneyFigure amount={amount} currency={currency} size={40} />
      </div>
      {qrText && (
        <Suspense fallback={<Skeleton height={QR_HEIGHT} />}>
          <QrPicture text={qrText} name={memo} label={t('pay.qrAlt', { amount: formatMoney(amount, currency) })} />
        </Suspense>
      )}
      {watch}
      {apps}
      <Section title={t('pay.to')}>
        <Card>
          <CopyRow track="copyAccount" label={t('pay.account')} value={accountNumber} strong />
          <CopyRow track="copyAmount" label={t('pay.amount')} value={formatMoney(amount, currency)} copy={copiedMoney(amount, currency)} strong />
          {memo && <CopyRow track="copyMemo" label={t('pay.memo')} value={memo} strong />}
          <CopyRow track="copyBank" label={t('pay.bank')} value={bankName} />
          <CopyRow track="copyHolder" label={t('pay.name')} value={accountName} />
        </Card>
        <p className="text-14 quiet">{t(memo ? 'pay.memoWhy' : 'pay.ownAccount')}</p>
      </Section>
    </>
  );
}
