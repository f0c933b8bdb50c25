import { useEffect, useState } from 'react';
import { lastSeen } from '../lastSeen';
import { leftOf, emptySeen, openCode, type Seen } from '../seen';
import { Age } from './Age';
import { DebtCard } from './DebtCard';
import { OpenCode } from './OpenCode';
import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { refreshMember } from '@/lib/member';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Facts } from '@/ui/Facts';
import { Page } from '@/ui/Page';
import { OfflinePicture, UnpluggedPicture } from '@/ui/pictures/states';
import { Section } from '@/ui/Section';
import { StateView } from '@/ui/states';
import { useOnline } from '@/ui/useOnline';

/** How often the age of the data is brought up to date, in milliseconds. The page may stay open for hours. */
const TICK_MS = 30_000;

/** Shown when the service is unreachable: debts, payments and an open payment code, each with its age. */
export function LastSeenView() {
  const { t } = useTranslation(['offline', 'common']);
  const [seen, setSeen] = useState<Seen>(emptySeen);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    let gone = false;
    void lastSeen().then((kept) => gone || setSeen(kept));
    return () => {
      gone = true;
    };
  }, []);
  useEffect(() => {
    const tick = () => document.hidden || setNow(Date.now());
    const timer = setInterval(tick, TICK_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  const online = useOnline();
  const title = t(online ? 'common:failure.awayTitle' : 'offline:title');
  const code = openCode(seen, now);
  useEffect(() => {
    if (!code) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(leftOf(code, Date.now()) + 1, 2 ** 30));
    return () => clearTimeout(timer);
  }, [code]);
  const something = seen.debts.length + seen.receipts.length > 0 || code !== null;
  return (
    <div className="stack stack-24">
      <div role="status">
        {something ? (
          <div className="stack stack-8">
            <h2 className="title-20">{title}</h2>
            <p className="quiet">{t('offline:text')}</p>
          </div>
        ) : (
          <StateView picture={online ? <UnpluggedPicture /> : <OfflinePicture />} title={title} text={t('offline:nothing')} />
        )}
      </div>
      {seen.debts.map((debt) => (
        <DebtCard key={debt.orderId} debt={debt} now={now} />
      ))}
      {code && <OpenCode code={code} now={now} />}
      {seen.receipts.length > 0 && (
        <Section title={t('offline:receipts')}>
          <Card>
            <div className="stack">
              {seen.receipts.map(({ paymentId, amount, currency, paidAt, serialNumber }) => (
                <div key={paymentId}>
                  <p className="strong numbers">{formatMoney(amount, currency)}</p>
                  <p className="text-14 quiet"><Facts facts={[formatInstant(paidAt), serialNumber]} /></p>
                </div>
              ))}
              <Age at={Math.max(...seen.receipts.map(({ at }) => at))} now={now} />
            </div>
          </Card>
        </Section>
      )}
      <Button track="retry" look="quiet" onClick={refreshMember}>
        {t('common:action.retry')}
      </Button>
    </div>
  );
}

/** The page shown in place of one that cannot be loaded. */
export default function LastSeenPage() {
  return (
    <Page>
      <LastSeenView />
    </Page>
  );
}
