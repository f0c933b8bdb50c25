import type { AuthOptionsData } from '@loanmarket/shared-types/api';
import type { ReactNode } from 'react';
import type { TopicDetail } from '../hooks/useTopic';
import { useOptions } from '../hooks/useOptions';
import { useTopic } from '../hooks/useTopic';
import type { FormTopic } from '../topics';
import { Page } from '@/ui/Page';
import { FormSkeleton } from '@/ui/Skeleton';
import { ErrorState } from '@/ui/states';

interface TopicPageProps {
  topic: FormTopic;
  /** The form, once everything it needs is there. */
  children: (detail: TopicDetail, options: AuthOptionsData) => ReactNode;
}

/** Loads what a topic's form starts with. */
export function TopicPage({ topic, children }: TopicPageProps) {
  const detail = useTopic(topic);
  const options = useOptions();
  if (detail.data && options.data) return <>{children(detail.data, options.data)}</>;
  const failed = detail.isError ? detail : options.isError ? options : null;
  return <Page>{failed ? <ErrorState error={failed.error} onRetry={() => void failed.refetch()} /> : <FormSkeleton fields={5} />}</Page>;
}
