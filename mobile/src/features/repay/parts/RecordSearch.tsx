import type { RecordFilter } from '../hooks/useRecords';
import { formatYear } from '../statement';
import { useTranslation } from '@/i18n';
import { Chips } from '@/ui/form/ChoiceRows';
import { Field } from '@/ui/form/Field';
import { SearchIcon } from '@/ui/icons';

interface RecordSearchProps {
  value: RecordFilter;
  /** The market's business date, `YYYY-MM-DD`. */
  today: string;
  onChange: (next: RecordFilter) => void;
}

/** Searches payments by amount, receipt number and year. */
export function RecordSearch({ value, today, onChange }: RecordSearchProps) {
  const { t } = useTranslation('repay');
  const year = Number(today.slice(0, 4));
  return (
    <>
      <Field
        kind="code"
        enterKeyHint="search"
        label={t('record.search')}
        hint={t('record.searchHint')}
        before={<SearchIcon />}
        maxLength={40}
        value={value.text}
        onChange={(event) => onChange({ ...value, text: event.target.value })}
      />
      <Chips
        label={t('record.year')}
        choices={[{ value: 0, label: t('record.anyYear') }, ...[year, year - 1].map((one) => ({ value: one, label: formatYear(one) }))]}
        value={value.year}
        onChange={(next) => onChange({ ...value, year: next })}
      />
    </>
  );
}
