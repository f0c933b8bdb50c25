import type { BankApp } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import styles from './BankApps.module.css';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Section';

const MAX_SHOWN = 8;

/** Banking apps that can read the code. Those of the borrower's own banks come first. */
export function BankApps({ apps, own }: { apps: readonly BankApp[]; own: readonly string[] }) {
  const { t } = useTranslation('repay');
  const [all, setAll] = useState(false);
  if (apps.length === 0) return null;
  const sorted = [...apps.filter(({ code }) => own.includes(code)), ...apps.filter(({ code }) => !own.includes(code))];
  return (
    <Section title={t('pay.apps')}>
      <ul className={styles.apps}>
        {(all ? sorted : sorted.slice(0, MAX_SHOWN)).map(({ code, name, url }) => (
          <li key={code} className={styles.cell}>
            <a data-track="openBankApp" className={styles.app} href={url} rel="noreferrer">
              {name}
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
