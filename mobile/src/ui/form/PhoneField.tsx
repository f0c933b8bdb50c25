import { typePhone, type TypedPhone } from '@loanmarket/shared-types/validators';
import { useRef } from 'react';
import { Field } from './Field';
import { useConfig } from '@/lib/config';

interface PhoneFieldProps {
  label: string;
  /** Digits in the region's notation, with a leading 0 where the region uses one. */
  value: string;
  onChange: (digits: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  hint?: string;
  name?: string;
  autoFocus?: boolean;
  /** The number of another person, so the browser must not autofill the borrower's own. */
  foreign?: boolean;
}

/**
 * A phone number of the region (spec 5): only digits, with a leading 0 enforced where the region uses one, cut at the
 * maximum length.
 */
export function PhoneField({ value, onChange, foreign, ...rest }: PhoneFieldProps) {
  const { region } = useConfig();
  const typed = useRef<TypedPhone>({ shown: value, zeroAdded: false });
  const type = (text: string) => {
    // A value that was set from outside is taken unchanged.
    const before = typed.current.shown === value ? typed.current : { shown: value, zeroAdded: false };
    typed.current = typePhone(text, before, region);
    onChange(typed.current.shown);
  };
  return (
    <Field
      {...rest}
      kind="phone"
      {...(foreign ? { autoComplete: 'off' } : {})}
      before={region.areaCode}
      placeholder={region.phonePlaceholder}
      value={value}
      onChange={(event) => type(event.target.value)}
    />
  );
}
