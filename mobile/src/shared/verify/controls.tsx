import { useController, type Control, type FieldPath, type FieldValues, type RegisterOptions } from 'react-hook-form';
import { AreaField } from './AreaField';
import { useTranslation } from '@/i18n';
import { ChoiceRows, Chips, type Choice } from '@/ui/form/ChoiceRows';
import { Field, type FieldProps } from '@/ui/form/Field';
import { PhoneField } from '@/ui/form/PhoneField';
import { SheetSelect } from '@/ui/form/SheetSelect';

type Validate<V = string> = (value: V) => string | true;

interface ControlProps<T extends FieldValues> {
  control: Control<T>;
  name: FieldPath<T>;
  label: string;
  hint?: string;
  optional?: boolean;
}

/** The validation rules of a control: required unless optional, then its own check. */
function useRules<T extends FieldValues, V = string>(optional: boolean, validate?: Validate<V>): RegisterOptions<T> {
  const { t } = useTranslation();
  const empty = t('form.required');
  return {
    validate: (value: unknown) => {
      const missing = value === null || value === undefined || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0);
      if (missing) return optional || empty;
      return validate ? validate(value as V) : true;
    },
  };
}

type TextControlProps<T extends FieldValues> = ControlProps<T> &
  Pick<FieldProps, 'kind' | 'maxLength' | 'autoComplete' | 'placeholder' | 'type' | 'min' | 'max'> & { validate?: Validate };

/** A line of text. */
export function TextControl<T extends FieldValues>({ control, name, optional = false, validate, ...rest }: TextControlProps<T>) {
  const { field, fieldState } = useController({ control, name, rules: useRules<T>(optional, validate) as never });
  return <Field {...rest} {...field} optional={optional} value={field.value ?? ''} error={fieldState.error?.message} />;
}

/** Another person's phone number. */
export function PhoneControl<T extends FieldValues>({ control, name, label, validate }: ControlProps<T> & { validate: Validate }) {
  const { field, fieldState } = useController({ control, name, rules: useRules<T>(false, validate) as never });
  return <PhoneField label={label} value={field.value ?? ''} onChange={field.onChange} onBlur={field.onBlur} error={fieldState.error?.message} foreign />;
}

interface ChoiceControlProps<T extends FieldValues> extends ControlProps<T> {
  choices: readonly Choice<number>[];
  /** Short labels, shown next to each other. */
  short?: boolean;
  validate?: Validate<number>;
}

/** Up to this number, the choices are shown on the page; more are shown in a sheet. */
const MAX_ON_PAGE = 5;

/** One of several numeric values with their labels. */
export function ChoiceControl<T extends FieldValues>({ control, name, label, hint, choices, short, validate }: ChoiceControlProps<T>) {
  const { field, fieldState } = useController({ control, name, rules: useRules<T, number>(false, validate) as never });
  const shared = {
    label,
    choices,
    value: field.value ?? null,
    error: fieldState.error?.message,
    ...(hint ? { hint } : {}),
    onChange: (value: number) => {
      field.onChange(value);
      field.onBlur();
    },
  };
  if (short) return <Chips {...shared} />;
  return choices.length > MAX_ON_PAGE ? <SheetSelect {...shared} /> : <ChoiceRows {...shared} />;
}

/** An address area, level by level. */
export function AreaControl<T extends FieldValues>({ control, name, label }: ControlProps<T>) {
  const { field, fieldState } = useController({ control, name, rules: useRules<T>(false) as never });
  return (
    <AreaField
      label={label}
      value={field.value ?? []}
      error={fieldState.error?.message}
      onChange={(codes) => {
        field.onChange(codes);
        field.onBlur();
      }}
    />
  );
}
