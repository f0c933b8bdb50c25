import type { Bank } from '@loanmarket/shared-types/api';
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
  const banks = useBanks();
  const cards = useApiQuery('bankCard/list', {});
  // What is below must not move under a finger, so the room is kept while the banks are requested again by themselves, too.
  // A call of the cards that failed is pending again while it is repeated, and the apps must not vanish then.
  const awaited = banks.data === undefined && (banks.error === null || banks.error.unanswered);
  if (awaited || !cards.isFetched) return <Skeleton height={HEIGHT} />;
  // The server of the previous release sends no links.
  const apps = (banks.data?.banks ?? []).filter(({ appUrl }) => Boolean(appUrl));
  return apps.length > 0 && <AppList apps={apps} own={cards.data?.cards.map(({ bankCode }) => bankCode) ?? []} />;
}

function AppList({ apps, own }: { apps: readonly Bank[]; own: readonly string[] }) {
  const { t } = useTranslation('repay');
  const [all, setAll] = useState(false);
  // No app may take the place of another while the list is shown, also if the cards are loaded only at a later attempt.
  const [first] = useState(own);
  const sorted = [...apps.filter(({ code }) => first.includes(code)), ...apps.filter(({ code }) => !first.includes(code))];
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
