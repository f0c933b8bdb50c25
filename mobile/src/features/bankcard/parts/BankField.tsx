import type { Control } from 'react-hook-form';
import { useController } from 'react-hook-form';
import type { CardValues } from '../hooks/useAddCard';
import { useTranslation } from '@/i18n';
import { useBanks } from '@/shared/pay/useBanks';
import { SheetSelect } from '@/ui/form/SheetSelect';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';

/** Selects a bank from the region's list, which can be searched by short or full name. */
export function BankField({ control }: { control: Control<CardValues> }) {
  const { t } = useTranslation(['bankcard', 'common']);
  const banks = useBanks();
  const { field, fieldState } = useController({ control, name: 'bankCode', rules: { validate: (code) => Boolean(code) || t('common:form.required') } });
  return (
    <QueryView query={banks} skeleton={<Skeleton height={5} />}>
      {(data) => (
        <SheetSelect
          label={t('add.bank')}
          placeholder={t('add.chooseBank')}
          choices={data.banks.map(({ code, shortName, name }) => ({ value: code, label: shortName, text: name }))}
          value={field.value}
          error={fieldState.error?.message}
          onChange={(code) => {
            field.onChange(code);
            field.onBlur();
          }}
        />
      )}
    </QueryView>
  );
}
