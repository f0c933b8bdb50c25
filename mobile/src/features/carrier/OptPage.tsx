import { ChooseCarrier } from './parts/ChooseCarrier';
import { Proved } from './parts/Proved';
import { RunningSession } from './parts/RunningSession';
import { useApiQuery } from '@/lib/api';
import { QueryPage } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';

/** /m/auth/opt: why the number is verified with its carrier, and the choice of the carrier. */
export default function OptPage() {
  const index = useApiQuery('opt/index', {});
  return (
    <QueryPage query={index} skeleton={<ListSkeleton count={4} />}>
      {(data) => {
        if (data.state === 'done' && data.proof) return <Proved proof={data.proof} />;
        if (data.state === 'review' && data.last) return <RunningSession session={data.last} />;
        return <ChooseCarrier data={data} />;
      }}
    </QueryPage>
  );
}
