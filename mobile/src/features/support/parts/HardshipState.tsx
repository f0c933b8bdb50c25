import type { Hardship } from '@loanmarket/shared-types/api';
import { useWithdrawRequest } from '../hooks/useHardship';
import styles from './Ticket.module.css';
import { useTranslation } from '@/i18n';
import { formatDay, formatInstantDay, marketDay } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Section } from '@/ui/Section';
import { Tag, type Tone } from '@/ui/Tag';

const tones: Record<Hardship['state'], Tone> = {
  open: 'plain',
  accepted: 'positive',
  kept: 'positive',
  broken: 'attention',
  closed: 'plain',
  withdrawn: 'plain',
  lapsed: 'attention',
};

/** The request, its state, and our answer. */
export function HardshipState({ request }: { request: Hardship }) {
  const { t } = useTranslation('support');
  const withdraw = useWithdrawRequest();
  const live = request.state === 'open' || request.state === 'accepted';
  const undecided = request.kind === 'plan' && request.state === 'open';
  const amount = formatMoney(request.amount, request.currency);
  return (
    <Section title={t(live ? 'hardship.current' : 'hardship.last')}>
      <Card tone={live ? 'brand' : 'plain'}>
        <div className="stack">
          <div className="row">
            <p className="title-16">{t(`hardship.${request.kind}`)}</p>
            <Tag tone={tones[request.state]}>{t(`hardship.state.${request.state}`)}</Tag>
          </div>
          <p>
            {request.kind === 'promise'
              ? t('hardship.promised', { amount, day: formatDay(request.date ?? '') })
              : t('hardship.canPay', { amount })}
          </p>
          {request.kind === 'plan' && request.date !== null && <p>{t('hardship.until', { day: formatDay(request.date) })}</p>}
          {request.text !== '' && <p className={styles.words}>{request.text}</p>}
          {request.answer !== '' && (
            <div className="stack stack-4">
              <p className="text-14 quiet">{t('hardship.answer')}</p>
              <p className={styles.words}>{request.answer}</p>
            </div>
          )}
          {request.restsUntil !== null && request.restsUntil >= marketDay() && (
            <p className="text-14 quiet">{t(undecided ? 'hardship.restingUndecided' : 'hardship.resting', { day: formatDay(request.restsUntil) })}</p>
          )}
          {live && <p className="text-14 quiet">{t('hardship.balance')}</p>}
          <p className="text-14 quiet">{t('hardship.asked', { day: formatInstantDay(request.createdAt) })}</p>
          {live && (
            <Button track="withdrawHardship" look="quiet" busy={withdraw.busy} onClick={() => void withdraw.ask(request.hardshipId)}>
              {t('hardship.withdraw')}
            </Button>
          )}
        </div>
      </Card>
    </Section>
  );
}
