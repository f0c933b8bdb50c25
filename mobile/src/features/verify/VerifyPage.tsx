import { Checklist } from './parts/Checklist';
import { NextTopic } from './parts/NextTopic';
import { useApiQuery } from '@/lib/api';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';

/** /m/auth: what is asked, why, how long it takes, and how far one has come. */
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
