import type { ReactNode } from 'react';
import { LinkMissing } from './LinkMissing';
import { useMember, useSession } from '@/lib/member';
import { ErrorState } from '@/ui/states';
import { Page } from '@/ui/Page';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** What its borrower alone may see, on pages that a pay link opens for everybody. */
export function OwnOnly({ children }: { children: ReactNode }) {
  const { loggedIn } = useSession();
  const member = useMember();
  if (!loggedIn || member.data?.secondFactNeeded) return <LinkMissing />;
  if (member.data) return <>{children}</>;
  return <Page>{member.isError ? <ErrorState error={member.error} onRetry={() => void member.refetch()} /> : <ReceiptSkeleton lines={6} />}</Page>;
}
