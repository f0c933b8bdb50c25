import { useMemo } from 'react';
import type { Code } from '../seen';
import { Age } from './Age';
import { useTranslation } from '@/i18n';
import { formatLastDay } from '@/lib/format/date';
import { copiedMoney, formatMoney } from '@/lib/format/money';
import { drawQr } from '@/shared/pay/qr';
import { Callout } from '@/ui/Callout';
import { Card } from '@/ui/Card';
import { CopyRow } from '@/ui/CopyRow';
import { Section } from '@/ui/Section';

/** An open payment code, or the data of a transfer. Offline it is unknown whether it has been paid since. */
export function OpenCode({ code, now }: { code: Code; now: number }) {
  const { t } = useTranslation('offline');
  const { amount, currency, qrText, bankName, accountNumber, accountName, memo, expiresAt, at } = code;
  const drawing = useMemo(() => (qrText === '' ? null : drawQr(qrText)), [qrText]);
  return (
    <Section title={t(drawing ? 'code' : 'transfer')}>
      <Callout tone="attention">{t('maybePaid')}</Callout>
      {drawing && (
        <svg viewBox={`0 0 ${drawing.size} ${drawing.size}`} width="220" role="img" aria-label={t('qr', { amount: formatMoney(amount, currency) })} shapeRendering="crispEdges" style={{ margin: '0 auto', background: '#fff' }}>
          <path d={drawing.path} fill="#000" />
        </svg>
      )}
      <Card>
        <CopyRow track="copyAmount" label={t('amount')} value={formatMoney(amount, currency)} copy={copiedMoney(amount, currency)} />
        <CopyRow track="copyAccount" label={bankName} value={accountNumber} />
        <CopyRow track="copyHolder" label={t('holder')} value={accountName} />
        {memo && <CopyRow track="copyMemo" label={t('memo')} value={memo} />}
      </Card>
      <p className="text-14">{t(drawing ? 'until' : 'transferUntil', { day: formatLastDay(expiresAt) })}</p>
      <Age at={at} now={now} />
    </Section>
  );
}
