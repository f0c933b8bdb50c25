import type { SubmittedData } from '@loanmarket/shared-types/api';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { text } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { topicPath, type FormTopic } from '@/shared/verify/topics';
import { useDraftForm, type DraftForm } from '@/shared/verify/useDraftForm';
import type { TopicDetail } from '@/shared/verify/useTopic';
import { toast } from '@/ui/overlay/toasts';

interface TopicFormOptions<T extends FieldValues> {
  topic: FormTopic;
  detail: TopicDetail;
  empty: T;
  /** The names of the controls, for the server's field errors. */
  controls: readonly FieldPath<T>[];
  submit: (values: T) => Promise<SubmittedData>;
}

/** The form of a topic. After the submission it opens the next topic. */
export function useTopicForm<T extends FieldValues>(options: TopicFormOptions<T>): DraftForm<T> {
  const nav = useNav();
  return useDraftForm<T, SubmittedData>({
    ...options,
    onDone: ({ verification, warnings }) => {
      if (warnings.includes('unknown_province')) toast(text('verify:idNumber.savedUnknownProvince'));
      else toast(text('verify:submitted', { topic: text(`verify:topic.${options.topic}`) }), 'positive');
      nav.replace(verification.next === '' ? '/m/auth' : topicPath(verification.next));
    },
  });
}
