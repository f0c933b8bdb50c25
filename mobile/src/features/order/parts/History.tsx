import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { Card } from '@/ui/Card';
import { Section } from '@/ui/Section';
import { Timeline } from '@/ui/Timeline';

const failures = new Set(['rejected', 'payout_failed', 'payout_returned', 'payment_reversed', 'payment_unmatched', 'refund_returned', 'extension_undone', 'proof_rejected', 'went_overdue', 'late_fee_charged']);

/** The history of an order in the server's words, newest last. */
export function History({ detail }: { detail: OrderDetailData }) {
  const { t } = useTranslation('order');
  return (
    <Section title={t('detail.timeline')}>
      <Card>
        <Timeline items={detail.timeline.map(({ event, at, text }) => ({ title: text, time: formatInstant(at), state: failures.has(event) ? 'failed' : 'done' }))} />
      </Card>
    </Section>
  );
}
