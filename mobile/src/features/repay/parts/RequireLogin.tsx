import type { ReactNode } from 'react';
import { LinkMissing } from './LinkMissing';
import { useMember, useSession } from '@/lib/member';
import { QueryPage } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** What its borrower alone may see, on pages that a pay link opens for everybody. */
export function RequireLogin({ children }: { children: ReactNode }) {
  const { loggedIn } = useSession();
  const member = useMember();
  if (!loggedIn || member.data?.secondFactNeeded) return <LinkMissing />;
  return (
    <QueryPage query={member} skeleton={<ReceiptSkeleton lines={6} />}>
      {() => children}
    </QueryPage>
  );
}
