import { useState } from 'react';
import type { Application } from '../hooks/useApplication';
import { ContractSheet } from './ContractSheet';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { CheckIcon, DocumentIcon } from '@/ui/icons';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Section } from '@/ui/Section';

/** The agreement: to be opened and read to its end; there it is accepted. */
export function Agreement({ application }: { application: Application }) {
  const { t } = useTranslation('loan');
  const [open, setOpen] = useState(false);
  const { accepted, calculator } = application;
  const { amount, termDays, detail } = calculator;
  const contract = useApiQuery('loan/contract', { loanId: detail.product.loanId, amount, termDays }, { enabled: open });
  return (
    <Section title={t('apply.contract')}>
      <RowGroup>
        <LinkRow
          icon={accepted ? <CheckIcon /> : <DocumentIcon />}
          title={accepted ? t('apply.accepted') : t('apply.read')}
          text={accepted ? t('apply.version', { version: accepted.version }) : t('apply.readHint')}
          onClick={() => setOpen(true)}
        />
      </RowGroup>
      <ContractSheet
        open={open}
        contract={contract}
        onClose={() => setOpen(false)}
        onAccept={(read) => {
          application.accept(read);
          setOpen(false);
        }}
      />
    </Section>
  );
}
