import type { PaymentCard } from '@loanmarket/shared-types/api';
import { memo } from 'react';
import { isUnmatched, outcomeText } from '../outcome';
import { text, useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { useNav } from '@/lib/nav/nav';
import { Facts } from '@/ui/Facts';
import { LinkRow } from '@/ui/LinkRow';
import { Tag } from '@/ui/Tag';

/** A payment in the list with its outcome. A tap opens its receipt. */
export const PaymentRow = memo(function PaymentRow({ payment }: { payment: PaymentCard }) {
  const { t } = useTranslation('repay');
  const nav = useNav();
  const { paymentId, amount, currency, paidAt, orderNo, state } = payment;
  return (
    <LinkRow
      track="openPayment"
      title={<span className="numbers">{formatMoney(amount, currency)}</span>}
      text={<Facts facts={[...(state === 'posted' ? [text(outcomeText(payment))] : []), formatInstant(paidAt), orderNo]} />}
      end={state !== 'posted' && <Tag tone={state === 'reversed' ? 'attention' : 'plain'}>{t(isUnmatched(payment) ? 'record.unmatched' : `record.${state}`)}</Tag>}
      onClick={() => nav.to(`/m/repay/result?paymentId=${paymentId}`)}
    />
  );
});
