import { ChooseCarrier } from './parts/ChooseCarrier';
import { Proved } from './parts/Proved';
import { RunningTry } from './parts/RunningTry';
import { useApiQuery } from '@/lib/api';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';

/** /m/auth/opt: why the number is proved with its carrier, and which carrier it is. */
export default function OptPage() {
  const index = useApiQuery('opt/index', {});
  if (index.data?.state === 'done' && index.data.proof) return <Proved proof={index.data.proof} />;
  if (index.data?.state === 'review' && index.data.last) return <RunningTry session={index.data.last} />;
  if (index.data) return <ChooseCarrier data={index.data} />;
  return (
    <Page>
      <QueryView query={index} skeleton={<ListSkeleton count={4} />}>
        {() => null}
      </QueryView>
    </Page>
  );
}
