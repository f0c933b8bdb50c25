import { typePhone, type TypedPhone } from '@loanmarket/shared-types/validators';
import { useRef } from 'react';
import { Field } from './Field';
import { useConfig } from '@/lib/config';

interface PhoneFieldProps {
  label: string;
  /** Digits as the region writes them, with the leading 0 where it has one. */
  value: string;
  onChange: (digits: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  hint?: string;
  name?: string;
  autoFocus?: boolean;
  /** Another person's number: the phone must not offer the own one. */
  foreign?: boolean;
}

/** A phone number of the region (spec 5): digits only, leading 0 forced where the region has one, cut at its maximum. */
export function PhoneField({ value, onChange, foreign, ...rest }: PhoneFieldProps) {
  const { region } = useConfig();
  const typed = useRef<TypedPhone>({ shown: value, zeroAdded: false });
  const type = (text: string) => {
    // What was put into the field from elsewhere is taken as it stands.
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
