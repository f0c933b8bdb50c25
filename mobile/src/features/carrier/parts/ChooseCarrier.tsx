import type { OptIndexData } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import { mallPath, resolventPath, failureReasonOf } from '../paths';
import { readLocal, removeLocal, writeLocal } from '@/base/storage/local';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { ChoiceRows } from '@/ui/form/ChoiceRows';
import { LockIcon } from '@/ui/icons';
import { Page } from '@/ui/Page';
import styles from './Lines.module.css';

const CHOICE = 'choice:opt';

/**
 * Lets the borrower choose a carrier of the region. The number's prefix suggests one. The choice is stored for the next
 * visit.
 */
export function ChooseCarrier({ data }: { data: OptIndexData }) {
  const { t } = useTranslation('carrier');
  const nav = useNav();
  const [channel, setChannel] = useState(() => known(data, readLocal(CHOICE)) ?? known(data, data.suggested));
  const chosen = data.carriers.find((carrier) => carrier.channel === channel);
  const failed = data.last && data.last.kind === 'verify' && ['failed', 'expired'].includes(data.last.state) ? data.last : null;

  const choose = (next: string) => {
    setChannel(next);
    writeLocal(CHOICE, next);
  };
  const go = () => {
    removeLocal(CHOICE);
    nav.to(mallPath(channel ?? ''));
  };

  return (
    <Page
      action={
        <Button track="chooseCarrier" disabled={!chosen} onClick={go}>
          {chosen ? t('choose.go', { name: chosen.name }) : t('choose.first')}
        </Button>
      }
    >
      <div className="stack stack-24">
        <div className="stack stack-8">
          <h2 className="title-20">{t('intro.heading')}</h2>
          <p className="quiet">{t('intro.why', { phone: data.phone })}</p>
          <p className="quiet">{t(data.required ? 'intro.required' : 'intro.gain', { n: data.validDays })}</p>
        </div>
        {failed && (
          <Callout tone="attention" title={t(`failure.${failureReasonOf(failed)}.title`)}>
            <Button track="seeHow" look="text" onClick={() => nav.to(resolventPath(failureReasonOf(failed)))}>
              {t('result.how')}
            </Button>
          </Callout>
        )}
        <ChoiceRows
          label={t('choose.label')}
          choices={data.carriers.map((carrier) => ({
            value: carrier.channel,
            label: carrier.name,
            ...(carrier.channel === data.suggested ? { text: t('choose.suggested') } : {}),
          }))}
          value={channel}
          onChange={choose}
        />
        <p className={styles.safe}>
          <LockIcon size={18} />
          <span>{t('intro.safe')}</span>
        </p>
      </div>
    </Page>
  );
}

/** The channel if it is still offered, otherwise null. */
function known(data: OptIndexData, channel: string | null): string | null {
  return data.carriers.some((carrier) => carrier.channel === channel) ? channel : null;
}
