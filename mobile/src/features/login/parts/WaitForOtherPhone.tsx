import type { ApprovalData } from '@loanmarket/shared-types/api';
import { useEffect } from 'react';
import styles from './WaitForOtherPhone.module.css';
import { logOut } from '@/lib/login/logIn';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { useCountdown } from '@/ui/useCountdown';

/** Waits until the other phone has answered. It polls, and survives a reload of the page. */
export function WaitForOtherPhone({ approval }: { approval: ApprovalData }) {
  const { t } = useTranslation('login');
  const { left, start } = useCountdown();
  const { digits, expiresAt, now } = approval;
  const seconds = expiresAt === null ? 0 : Math.max(0, Math.round((Date.parse(expiresAt) - Date.parse(now)) / 1000));
  useEffect(() => start(seconds), [start, seconds]);
  return (
    <Page
      action={
        <Button track="otherNumber" look="text" onClick={logOut}>
          {t('second.other')}
        </Button>
      }
    >
      <div className="stack stack-24">
        <div className="stack stack-8">
          <h2 className="title-28">{t('approval.waiting')}</h2>
          <p className="quiet">{t('approval.open')}</p>
        </div>
        <div className={styles.digits} role="img" aria-label={t('approval.digits', { digits: digits.split('').join(' ') })}>
          <span aria-hidden="true">{digits}</span>
        </div>
        <p className="quiet center" aria-live="polite">
          {t('approval.still')}
        </p>
        <p className="quiet text-14 center">{t('approval.left', { count: Math.ceil(left / 60) })}</p>
      </div>
    </Page>
  );
}
