import type { BankApp } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import styles from './BankApps.module.css';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Section';

const SHOWN = 8;

/** Banking apps on this phone that open with the payment filled in. */
export function BankApps({ apps }: { apps: readonly BankApp[] }) {
  const { t } = useTranslation('repay');
  const [all, setAll] = useState(false);
  if (apps.length === 0) return null;
  return (
    <Section title={t('pay.apps')}>
      <ul className={styles.apps}>
        {(all ? apps : apps.slice(0, SHOWN)).map(({ code, name, url }) => (
          <li key={code} className={styles.cell}>
            <a className={styles.app} href={url} rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
      {!all && apps.length > SHOWN && (
        <Button look="text" onClick={() => setAll(true)}>
          {t('pay.moreApps')}
        </Button>
      )}
    </Section>
  );
}
