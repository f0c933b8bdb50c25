import type { AuthDetailData, SubmittedData } from '@loanmarket/shared-types/api';
import { useEffect } from 'react';
import { useForm, type DefaultValues, type FieldErrors, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { DraftState } from '../draftSaver';
import { fieldErrors } from '../fieldErrors';
import { topicPath, type Topic } from '../topics';
import { useAutosave } from './useAutosave';
import { useNav } from '@/app/nav';
import { text } from '@/i18n';
import { ApiError } from '@/lib/api';
import { queryClient } from '@/lib/queryClient';
import { toast } from '@/ui/overlay/toasts';

interface TopicFormOptions<T extends FieldValues> {
  topic: Topic;
  detail: AuthDetailData;
  empty: T;
  /** Names of the controls, for the server's field errors. */
  controls: readonly FieldPath<T>[];
  submit: (values: T) => Promise<SubmittedData>;
}

export interface TopicForm<T extends FieldValues> {
  form: UseFormReturn<T>;
  draft: DraftState;
  submit: () => void;
}

/** A topic's form: starts with what is known, saves as it is typed, shows the server's words at the field, leads on. */
export function useTopicForm<T extends FieldValues>({ topic, detail, empty, controls, submit }: TopicFormOptions<T>): TopicForm<T> {
  const nav = useNav();
  const { saver, state } = useAutosave(topic);
  const form = useForm<T>({
    defaultValues: { ...empty, ...known(detail.submitted, empty), ...known(detail.draft, empty) } as DefaultValues<T>,
    mode: 'onTouched',
  });

  useEffect(() => {
    const { unsubscribe } = form.watch((values) => saver.change(values as Record<string, unknown>));
    return unsubscribe;
  }, [form, saver]);

  const send = async (values: T) => {
    await saver.stop();
    try {
      const { verification, warnings } = await submit(values);
      void queryClient.invalidateQueries();
      toast(warnings[0] ?? text('verify:submitted', { topic: text(`verify:topic.${topic}`) }), warnings.length > 0 ? 'plain' : 'positive');
      nav.replace(verification.next === '' ? '/m/auth' : topicPath(verification.next));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show(error);
    }
  };

  const show = (error: ApiError) => {
    const { at, rest } = fieldErrors(error.details.fields ?? {}, controls);
    const names = controls.filter((name) => name in at);
    names.forEach((name, index) => form.setError(name, { type: 'server', message: at[name] ?? '' }, { shouldFocus: index === 0 }));
    if (names.length === 0 || rest.length > 0) toast(rest[0] ?? error.message, 'danger');
    else toast(text('verify:fix'), 'danger');
  };

  const invalid = (errors: FieldErrors<T>) => {
    if (Object.keys(errors).length > 0) toast(text('verify:fix'), 'danger');
  };
  return { form, draft: state, submit: () => void form.handleSubmit(send, invalid)() };
}

/** Of what the server sent, the values that the form has a place for. */
function known<T extends FieldValues>(values: Record<string, unknown> | null, empty: T): Partial<T> {
  if (values === null) return {};
  return Object.fromEntries(Object.keys(empty).filter((name) => values[name] !== undefined && values[name] !== null).map((name) => [name, values[name]])) as Partial<T>;
}
