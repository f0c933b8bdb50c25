import type { DeletionData } from '@loanmarket/shared-types/api';
import { SmsType } from '@loanmarket/shared-types/enums';
import { useState } from 'react';
import { Points } from './Points';
import { useTranslation } from '@/i18n';
import { api, ApiError } from '@/lib/api';
import { changedBy } from '@/lib/api/changes';
import { reloadAfterFailure, reloadIfOutdated } from '@/lib/api/hooks';
import { useNav } from '@/lib/nav/nav';
import { StepUpCode } from '@/shared/smsCode/StepUpCode';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { Card } from '@/ui/Card';
import { showAlert } from '@/ui/overlay/alerts';
import { Page } from '@/ui/Page';
import { Section } from '@/ui/Section';

const HOURS_PER_DAY = 24;
const ERASED = ['who', 'told', 'cards', 'devices'] as const;
const KEPT = ['books', 'papers', 'hash', 'consents'] as const;

async function deleteAccount(smsCode: string): Promise<void> {
  try {
    await api('member/deleteAccount', { smsCode }, { toast: false });
  } catch (error) {
    if (error instanceof ApiError) {
      const hindered = error.details.reason?.startsWith('delete_');
      await (hindered ? reloadAfterFailure(error, ...changedBy('member/deleteAccount')) : reloadIfOutdated('member/deleteAccount', error));
    }
    throw error;
  }
}

/** Explains what is deleted, what is kept and why, and when it happens. Then asks for a code. */
export function AskDeletion({ deletion }: { deletion: DeletionData }) {
  const { t } = useTranslation('account');
  const nav = useNav();
  const [proving, setProving] = useState(false);
  const { waitHours, keepYears, hasPapers, state } = deletion;
  const kept = KEPT.filter((item) => hasPapers || (item !== 'papers' && item !== 'books'));

  const ask = async () => {
    const sure = await showAlert({
      track: 'askDeletion',
      title: t('deletion.sureTitle'),
      message: t('deletion.sureText'),
      confirm: t('deletion.sure'),
      cancel: t('deletion.keep'),
      danger: true,
    });
    setProving(sure);
  };

  return (
    <Page
      action={
        <Button track="askDeletion" look="danger" onClick={() => void ask()}>
          {t('deletion.ask')}
        </Button>
      }
    >
      <div className="stack stack-24">
        <p>{t('deletion.lead')}</p>
        {state === 'stopped' && <Callout>{t('deletion.stopped')}</Callout>}
        <Section title={t('deletion.erased')}>
          <Points items={ERASED.map((item) => t(`deletion.erasedItems.${item}`))} />
        </Section>
        <Section title={t('deletion.kept')}>
          <Points items={kept.map((item) => t(`deletion.keptItems.${item}`, { years: keepYears }))} />
        </Section>
        <Section title={t('deletion.when')}>
          <Card>
            <p>{t('deletion.whenText', { count: Math.max(1, Math.round(waitHours / HOURS_PER_DAY)) })}</p>
          </Card>
        </Section>
        <Callout tone="attention">{t('deletion.never')}</Callout>
        <Button track="copyFirst" look="quiet" onClick={() => nav.to('/m/account/data')}>
          {t('deletion.copyFirst')}
        </Button>
      </div>
      <StepUpCode
        open={proving}
        type={SmsType.deleteAccount}
        onClose={() => setProving(false)}
        onCode={deleteAccount}
        onDone={() => setProving(false)}
      />
    </Page>
  );
}
