import type { RepayOptionsData } from '@loanmarket/shared-types/api';
import { dueDateEvent } from '../calendar';
import { componentNames } from '@/shared/pay/components';
import { useTranslation } from '@/i18n';
import { listed } from '@/i18n/listed';
import { formatDay } from '@/lib/format/date';
import { useNav } from '@/lib/nav/nav';
import { showFile } from '@/lib/showFile';
import { dueLines } from '@/shared/pay/dueLines';
import { Callout } from '@/ui/Callout';
import { Card } from '@/ui/Card';
import { Due } from '@/ui/Due';
import { saveOrShare } from '@/ui/saveOrShare';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Receipt } from '@/ui/money/Receipt';
import { Section } from '@/ui/Section';

/** Today's debt by component, its due date, and links to further pages. */
export function Debt({ options }: { options: RepayOptionsData }) {
  const { t } = useTranslation(['repay', 'terms', 'order']);
  const nav = useNav();
  const { currency, due, dueDate, daysLeft, repaid, overdue, totalAtDue, orderId, extendable } = options;
  // During a deploy, a server of the previous version may respond, which does not send the order.
  const allocationOrder = (options as Partial<RepayOptionsData>).allocationOrder;
  return (
    <>
      {overdue && (
        <Callout tone="attention" title={<Due day={dueDate} daysLeft={daysLeft} />}>
          {t('repay:options.partHelps')}
        </Callout>
      )}
      <Section title={t(overdue ? 'repay:options.owedOverdue' : 'repay:options.owed')}>
        <Card>
          <Receipt
            currency={currency}
            lines={dueLines(due)}
            total={{ label: t('terms:remaining'), amount: due.total }}
            after={[
              ...(repaid > 0 ? [{ label: t('terms:repaid'), amount: repaid }] : []),
              { label: t('terms:dueDate'), amount: formatDay(dueDate) },
              ...(overdue ? [] : [{ label: t('repay:options.atDue'), amount: totalAtDue }]),
            ]}
          />
        </Card>
        {allocationOrder && <p className="text-14 quiet">{t('repay:options.order', { parts: listed(allocationOrder.map((part) => t(componentNames[part]))) })}</p>}
      </Section>
      <RowGroup>
        {extendable && <LinkRow track="extend" title={t('repay:options.extend')} text={t('repay:options.extendText')} onClick={() => nav.to(`/m/repay/extend?orderId=${orderId}`)} />}
        {!overdue && <LinkRow track="addToCalendar" title={t('repay:calendar.add')} text={t('repay:calendar.addText')} onClick={() => void saveOrShare(() => showFile(new Blob([dueDateEvent(options)], { type: 'text/calendar' }), 'due-date.ics'))} />}
        <LinkRow track="sendProof" title={t('repay:options.proof')} text={t(options.proofWaitingSince ? 'order:action.proofSent' : 'repay:options.proofText')} onClick={() => nav.to(`/m/repay/proofUpload/${orderId}`)} />
        <LinkRow track="openHardship" title={t('repay:options.hardship')} onClick={() => nav.to(`/m/customer/hardship?orderId=${orderId}`)} />
        <LinkRow track="openGuide" title={t('repay:options.guide')} onClick={() => nav.to('/m/repay/guide')} />
        <LinkRow track="openRecords" title={t('repay:options.records')} onClick={() => nav.to(`/m/repay/record?orderId=${orderId}`)} />
      </RowGroup>
    </>
  );
}
