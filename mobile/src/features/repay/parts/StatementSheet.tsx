import { useState } from 'react';
import { statementPeriods, type StatementPeriod } from '../statement';
import { useTranslation } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { showFile } from '@/lib/showFile';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { Chips, ChoiceRows } from '@/ui/form/ChoiceRows';
import { saveOrShare } from '@/ui/saveOrShare';
import { DownloadIcon } from '@/ui/icons';
import { Sheet } from '@/ui/overlay/Sheet';

interface StatementSheetProps {
  /** Restricts the statement to this loan, which adds its whole life as a period. */
  orderId: string | null;
  /** The market's business date, `YYYY-MM-DD`. */
  today: string;
  open: boolean;
  onClose: () => void;
}

/** Asks for the period and the format, and passes the statement to the phone. */
export function StatementSheet({ orderId, today, open, onClose }: StatementSheetProps) {
  const { t } = useTranslation('repay');
  const periods = statementPeriods(orderId !== null, today);
  const [chosen, setChosen] = useState<StatementPeriod>();
  const period = periods.find(({ value }) => value === chosen)?.value ?? periods[0]!.value;
  const [format, setFormat] = useState<'pdf' | 'csv'>('pdf');
  const statement = useApiMutation('repay/statement', { toast: false });
  const get = async () => {
    const made = await statement.mutateAsync({ format, ...(orderId ? { orderId } : {}), ...(period === 'loan' ? {} : { period }) }).catch(() => null);
    if (!made) return;
    await saveOrShare(async () => showFile(fileOf(made.content, made.mediaType), made.name));
    onClose();
  };
  return (
    <Sheet track="statement" open={open} onClose={onClose} title={t('statement.title')}>
      <div className="stack stack-24">
        <ChoiceRows label={t('statement.period')} choices={periods} value={period} onChange={setChosen} />
        <Chips
          label={t('statement.format')}
          choices={[
            { value: 'pdf', label: t('statement.pdf') },
            { value: 'csv', label: t('statement.csv') },
          ]}
          value={format}
          onChange={setFormat}
        />
        {statement.error && (
          <Callout tone="danger" live>
            {statement.error.message}
          </Callout>
        )}
        <Button track="getStatement" icon={<DownloadIcon />} busy={statement.isPending} onClick={() => void get()}>
          {t('statement.get')}
        </Button>
      </div>
    </Sheet>
  );
}

/** Decodes a Base64 file from a response. */
function fileOf(content: string, type: string): Blob {
  return new Blob([Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0))], { type });
}
