import type { SubmittedData } from '@loanmarket/shared-types/api';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { TopicDetail } from './useTopic';
import { topicPath, type FormTopic } from '../topics';
import { useDraftForm, type DraftForm } from './useDraftForm';
import { text } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { toast } from '@/ui/overlay/toasts';

interface TopicFormOptions<T extends FieldValues> {
  topic: FormTopic;
  detail: TopicDetail;
  empty: T;
  /** Names of the controls, for the server's field errors. */
  controls: readonly FieldPath<T>[];
  submit: (values: T) => Promise<SubmittedData>;
}

/** A topic's form; once submitted it leads on to the next topic. */
export function useTopicForm<T extends FieldValues>(options: TopicFormOptions<T>): DraftForm<T> {
  const nav = useNav();
  return useDraftForm<T, SubmittedData>({
    ...options,
    onDone: ({ verification, warnings }) => {
      toast(warnings[0] ?? text('verify:submitted', { topic: text(`verify:topic.${options.topic}`) }), warnings.length > 0 ? 'plain' : 'positive');
      nav.replace(verification.next === '' ? '/m/auth' : topicPath(verification.next));
    },
  });
}
