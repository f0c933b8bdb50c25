import { Checklist } from './parts/Checklist';
import { NextTopic } from './parts/NextTopic';
import { useApiQuery } from '@/lib/api';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';

/** /m/auth: the required topics, their reasons and durations, and the progress. */
export default function VerifyPage() {
  const list = useApiQuery('auth/list', {});
  return (
    <Page action={list.data && <NextTopic list={list.data} />}>
      <QueryView query={list} skeleton={<ListSkeleton count={4} />}>
        {(data) => <Checklist list={data} />}
      </QueryView>
    </Page>
  );
}
