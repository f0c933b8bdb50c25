import { useState } from 'react';
import styles from './BankApps.module.css';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { useBanks } from '@/shared/pay/useBanks';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';

const MAX_SHOWN = 8;
/** The height of the first apps with the button for more, in rem. */
const HEIGHT = 16;

/** Banking apps that can read the code. Those of the borrower's own banks come first. */
export function BankApps() {
  const { t } = useTranslation('repay');
  const [all, setAll] = useState(false);
  const banks = useBanks();
  const cards = useApiQuery('bankCard/list', {});
  // What is below must not move under a finger, and no app may take the place of another. A call that failed is pending
  // again while it is repeated, and the apps must not vanish then.
  if (!banks.isFetched || !cards.isFetched) return <Skeleton height={HEIGHT} />;
  // The server of the previous release sends no links.
  const apps = (banks.data?.banks ?? []).filter(({ appUrl }) => Boolean(appUrl));
  if (apps.length === 0) return null;
  const own = cards.data?.cards.map(({ bankCode }) => bankCode) ?? [];
  const sorted = [...apps.filter(({ code }) => own.includes(code)), ...apps.filter(({ code }) => !own.includes(code))];
  return (
    <Section title={t('pay.apps')}>
      <ul className={styles.apps}>
        {(all ? sorted : sorted.slice(0, MAX_SHOWN)).map(({ code, shortName, appUrl }) => (
          <li key={code} className={styles.cell}>
            <a data-track="openBankApp" className={styles.app} href={appUrl} rel="noreferrer">
              {shortName}
            </a>
          </li>
        ))}
      </ul>
      {!all && apps.length > MAX_SHOWN && (
        <Button track="moreApps" look="text" onClick={() => setAll(true)}>
          {t('pay.moreApps')}
        </Button>
      )}
    </Section>
  );
}
