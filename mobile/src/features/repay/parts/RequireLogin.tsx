import type { ReactNode } from 'react';
import { LinkMissing } from './LinkMissing';
import { useMember, useSession } from '@/lib/member';
import { QueryPage } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** Restricts its content to the logged-in borrower, on pages that a pay link opens without login. */
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
