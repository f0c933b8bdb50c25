import { useEffect, useState } from 'react';
import { HomeFrame } from './parts/HomeFrame';
import { DeletionPendingCard } from './parts/DeletionPendingCard';
import { MemberHome } from './parts/MemberHome';
import { SecondFactCard } from './parts/SecondFactCard';
import { VisitorHome } from './parts/VisitorHome';
import { useUnread } from './useUnread';
import { readLocal, writeLocal } from '@/base/storage/local';
import { useTranslation } from '@/i18n';
import { useMember, useSession } from '@/lib/member';
import { useQueryParam } from '@/lib/nav/nav';
import { Callout } from '@/ui/Callout';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** Set once the new member has been greeted; deleted with the session (app/session.ts). */
const GREETED = 'greeted';

/** /m/home: what the borrower can borrow, or what they owe. It greets a new member once. */
export default function HomePage() {
  const { t } = useTranslation('home');
  const { loggedIn } = useSession();
  const member = useMember();
  // The frame with the bell is remounted when the data arrives. Without this observer the unread count would be dropped
  // and requested again.
  useUnread();
  const isNew = useQueryParam('isNewMember') === '1';
  const memberId = member.data?.memberId ?? '';
  // The URL parameter stays after a reload or in a bookmark.
  const [greetedBefore] = useState(() => readLocal(GREETED) !== null);
  const greets = isNew && memberId !== '' && !greetedBefore;
  useEffect(() => {
    if (greets) writeLocal(GREETED, '1');
  }, [greets]);
  if (!loggedIn) return <VisitorHome />;
  if (member.data && !member.data.secondFactNeeded && !member.data.deleting) {
    return <MemberHome member={member.data} greeting={greets && <Callout tone="positive">{t('welcome')}</Callout>} />;
  }
  return (
    <HomeFrame>
      <QueryView query={member} skeleton={<ReceiptSkeleton lines={4} />}>
        {({ secondFactNeeded }) => (secondFactNeeded ? <SecondFactCard /> : <DeletionPendingCard />)}
      </QueryView>
    </HomeFrame>
  );
}
