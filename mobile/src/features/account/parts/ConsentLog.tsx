import type { ConsentEntry } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { Card } from '@/ui/Card';
import { Section } from '@/ui/Section';

/** The history of all consents, newest first. */
export function ConsentLog({ log }: { log: readonly ConsentEntry[] }) {
  const { t } = useTranslation('account');
  return (
    <Section title={t('consents.log')}>
      <Card>
        {log.length === 0 ? (
          <p className="quiet">{t('consents.logEmpty')}</p>
        ) : (
          <ul className="stack stack-8">
            {log.map(({ kind, granted, version, at }) => (
              <li key={`${kind} ${at}`} className="text-14">
                <p>{t(granted ? 'consents.logGranted' : 'consents.logTaken', { kind: t(`consents.kind.${kind}`) })}</p>
                <p className="text-12 quiet">{t('consents.logAt', { time: formatInstant(at), version })}</p>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </Section>
  );
}
