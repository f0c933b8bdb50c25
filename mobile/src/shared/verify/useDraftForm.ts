import { useEffect, useState } from 'react';
import { useForm, type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { fieldErrors } from './fieldErrors';
import type { FormTopic } from './topics';
import type { DraftState } from '@/lib/draftSaver';
import type { TopicDetail } from './useTopic';
import { useAutosave } from './useAutosave';
import { serverError, useErrorLanguage } from './useErrorLanguage';
import { text } from '@/i18n';
import { ApiError } from '@/lib/api';
import { focusFirstError } from '@/ui/form/focusError';
import { toast } from '@/ui/overlay/toasts';

interface DraftFormOptions<T extends FieldValues, R> {
  topic: FormTopic;
  detail: TopicDetail;
  empty: T;
  /** The names of the controls, for the server's field errors. */
  controls: readonly FieldPath<T>[];
  submit: (values: T) => Promise<R>;
  /** The form was accepted. */
  onDone: (result: R) => void;
  /** Handles a rejection that is not about a field; returns true if it did. */
  onRefused?: (error: ApiError, form: UseFormReturn<T>) => boolean;
}

export interface DraftForm<T extends FieldValues> {
  form: UseFormReturn<T>;
  draft: DraftState;
  submit: () => void;
}

/**
 * The form of a topic: starts with the known values, saves while typing, and shows the server's errors at the fields.
 * Requires the texts of `verify`.
 */
export function useDraftForm<T extends FieldValues, R>(options: DraftFormOptions<T, R>): DraftForm<T> {
  const { topic, detail, empty, controls, submit, onDone, onRefused } = options;
  const [left] = useState(detail.unsaved);
  const start = { ...empty, ...known(detail.submitted, empty), ...known(detail.draft, empty) };
  const { saver, state } = useAutosave(topic, { values: start, savedAt: detail.savedAt });
  const form = useForm<T>({
    defaultValues: { ...start, ...known(left, empty) } as DefaultValues<T>,
    mode: 'onTouched',
    shouldFocusError: false,
  });

  useErrorLanguage(form, controls);

  useEffect(() => {
    const { unsubscribe } = form.watch((values) => saver.change(values as Record<string, unknown>));
    if (left) saver.change(form.getValues());
    return unsubscribe;
  }, [form, saver, left]);

  const send = async (values: T) => {
    try {
      const result = await saver.sending(() => submit(values), form.getValues);
      onDone(result);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!onRefused?.(error, form)) show(error);
    }
  };

  const show = (error: ApiError) => {
    const { at, rest } = fieldErrors(error.details.fields ?? {}, controls);
    const reasons = fieldErrors(error.details.fieldReasons ?? {}, controls).at;
    const names = controls.filter((name) => name in at);
    names.forEach((name) => form.setError(name, serverError(at[name] ?? '', reasons[name])));
    if (names.length === 0 || rest.length > 0) toast(rest[0] ?? error.message, 'danger');
    else pointOut();
  };

  const pointOut = () => {
    toast(text('verify:fix'), 'danger');
    focusFirstError();
  };
  // The Enter key submits a form like a button, and also works while the form is being submitted.
  const { isSubmitting } = form.formState;
  return { form, draft: state, submit: () => void (isSubmitting || form.handleSubmit(send, pointOut)()) };
}

/** The server's values for the fields that the form has. */
function known<T extends FieldValues>(values: Record<string, unknown> | null, empty: T): Partial<T> {
  const found: Record<string, unknown> = {};
  Object.keys(empty).forEach((name) => {
    const value = values?.[name];
    if (value !== undefined && value !== null) found[name] = value;
  });
  return found as Partial<T>;
}
