import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { genderOf } from './idWords';
import type { IdentityValues } from './IdentityForm';

/**
 * Fills in and checks what an ID number says of its holder. The gender follows the number until the borrower chooses one, and each
 * change of the number validates birthday and gender against it again.
 */
export function useFillFromIdNumber(form: UseFormReturn<IdentityValues>, idRule: string, idNumber: string): void {
  const { getValues, setValue, trigger } = form;
  const chosen = form.formState.touchedFields.gender ?? false;
  const last = useRef(genderOf(idRule, getValues('idNumber')));

  useEffect(() => {
    const told = genderOf(idRule, idNumber);
    const gender = getValues('gender');
    if (told !== null) {
      if (!chosen && (gender === null || gender === last.current)) setValue('gender', told);
      last.current = told;
    }
    const beside = (['birthday', 'gender'] as const).filter((name) => getValues(name) !== null && getValues(name) !== '');
    if (beside.length > 0) void trigger(beside);
    // A manual choice is validated by the control itself.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [idRule, idNumber, getValues, setValue, trigger]);
}
