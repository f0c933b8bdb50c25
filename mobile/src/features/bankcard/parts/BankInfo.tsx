import type { RegionConfig } from '@loanmarket/shared-types/api';
import { isSameAccountNumber } from '@loanmarket/shared-types/validators';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Controller } from 'react-hook-form';
import { numberProblem, type AccountType } from '../accountNumber';
import type { CardValues } from '../hooks/useAddCard';
import { BankField } from './BankField';
import { useText, useTranslation } from '@/i18n';
import { useConfig } from '@/lib/config';
import { TextControl } from '@/shared/verify/controls';
import { ChoiceRows, type Choice } from '@/ui/form/ChoiceRows';
import { PhotoField } from '@/ui/photo/PhotoField';

/** The maximum length of a number including separators. */
const MAX_TYPED = 30;
const ANY_ACCOUNT = { min: 6, max: 19, letters: true };

/** The bank, the type of number, the number twice, and a photo of the passbook if the region requires one. */
export function BankInfo({ form }: { form: UseFormReturn<CardValues> }) {
  const { t } = useTranslation(['bankcard', 'common']);
  const say = useText();
  const region = useConfig().region;
  const { accountNumberAgain, passbookPhoto } = region;
  // During a deploy, a server of the previous version may respond, which does not send the format.
  const { accountNumber = ANY_ACCOUNT } = region as Partial<RegionConfig>;
  const { control, watch, trigger, getValues, getFieldState, formState } = form;
  const [type, first] = watch(['accountType', 'accountNumber']);
  // The second entry may be the right one, so its error ends when the first one is corrected.
  useEffect(() => {
    if (getFieldState('accountNumberAgain').error) void trigger('accountNumberAgain');
  }, [first, getFieldState, trigger]);
  const number = { kind: type === 'card' || !accountNumber.letters ? ('digits' as const) : ('code' as const), maxLength: MAX_TYPED, autoComplete: 'off' };
  const types: Choice<AccountType>[] = (['account', 'card'] as const).map((value) => ({ value, label: t(`type.${value}`), text: t(`typeHint.${value}`) }));
  const checkNumber = (typed: string) => {
    const problem = numberProblem(typed, getValues('accountType'), accountNumber);
    return problem ? say(problem, { min: accountNumber.min, max: accountNumber.max }) : true;
  };

  return (
    <>
      <BankField control={control} />
      <Controller
        control={control}
        name="accountType"
        render={({ field, fieldState }) => (
          <ChoiceRows
            label={t('add.type')}
            choices={types}
            value={field.value}
            error={fieldState.error?.message}
            onChange={(value) => {
              field.onChange(value);
              if (formState.touchedFields.accountNumber) void trigger('accountNumber');
            }}
          />
        )}
      />
      <TextControl control={control} name="accountNumber" label={t(type === 'card' ? 'add.cardNumber' : 'add.number')} {...number} validate={checkNumber} />
      {accountNumberAgain && (
        <TextControl
          control={control}
          name="accountNumberAgain"
          label={t('add.again')}
          hint={t('add.againHint')}
          {...number}
          validate={(typed) => isSameAccountNumber(typed, getValues('accountNumber')) || t('common:form.mismatch')}
        />
      )}
      {passbookPhoto && (
        <Controller
          control={control}
          name="passbookFileId"
          rules={{ validate: (id) => id !== null || t('add.passbookNeeded') }}
          render={({ field, fieldState }) => (
            <PhotoField track="passbook" label={t('add.passbook')} hint={t('add.passbookHint')} kind="passbook" slot="bankcard/passbook" value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
          )}
        />
      )}
    </>
  );
}
