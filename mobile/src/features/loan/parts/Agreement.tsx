import type { Application } from '../hooks/useApplication';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { ContractSheet } from '@/shared/loan/ContractSheet';
import { CheckIcon, DocumentIcon } from '@/ui/icons';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Section } from '@/ui/Section';

/** The agreement. The borrower opens it, reads it to the end, and accepts it there. */
export function Agreement({ application }: { application: Application }) {
  const { t } = useTranslation('loan');
  const { accepted, calculator, reading, setReading } = application;
  const { amount, termDays, detail } = calculator;
  const contract = useApiQuery('loan/contract', { loanId: detail.product.loanId, amount, termDays }, { enabled: reading });
  return (
    <Section title={t('apply.contract')}>
      <RowGroup>
        <LinkRow
          track="openContract"
          icon={accepted ? <CheckIcon /> : <DocumentIcon />}
          title={accepted ? t('apply.accepted') : t('apply.read')}
          text={accepted ? t('apply.version', { version: accepted.version }) : t('apply.readHint')}
          onClick={() => setReading(true)}
        />
      </RowGroup>
      <ContractSheet
        open={reading}
        contract={contract}
        onClose={() => setReading(false)}
        onAccept={application.accept}
        beside={t('apply.creditCheck')}
      />
    </Section>
  );
}
