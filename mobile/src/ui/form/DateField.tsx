import { forwardRef } from 'react';
import { Field, type FieldProps } from './Field';

type DateFieldProps = Omit<FieldProps, 'kind' | 'type' | 'before' | 'after'> & {
  /** `YYYY-MM-DD`. */
  min?: string;
  max?: string;
};

/** A date field that uses the phone's own picker. The value has the format `YYYY-MM-DD`. */
export const DateField = forwardRef<HTMLInputElement, DateFieldProps>(function DateField(props, ref) {
  return <Field {...props} ref={ref} type="date" />;
});
