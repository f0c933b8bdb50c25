import type { AuthOptionsData } from '@loanmarket/shared-types/api';
import type { ReactNode } from 'react';
import { useOptions } from '../hooks/useOptions';
import type { FormTopic } from '@/shared/verify/topics';
import type { TopicDetail } from '@/shared/verify/useTopic';
import { useTopic } from '@/shared/verify/useTopic';
import { QueryPage, combineAnswers } from '@/ui/QueryView';
import { FormSkeleton } from '@/ui/Skeleton';

interface TopicPageProps {
  topic: FormTopic;
  /** The form, rendered once its data is loaded. */
  children: (detail: TopicDetail, options: AuthOptionsData) => ReactNode;
}

/** Loads the data with which a topic's form starts. */
export function TopicPage({ topic, children }: TopicPageProps) {
  const detail = useTopic(topic);
  const options = useOptions();
  return (
    <QueryPage query={combineAnswers({ detail, options })} skeleton={<FormSkeleton fields={5} />}>
      {(both) => children(both.detail, both.options)}
    </QueryPage>
  );
}
