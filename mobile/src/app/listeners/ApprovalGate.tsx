import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { useApiQuery } from '@/lib/api';
import { lazyPart } from '@/lib/lazy';
import { useMember } from '@/lib/member';

const NewDeviceSheet = lazyPart('account', () => import('@/features/account/parts/NewDeviceSheet'));

/** How often an active phone checks whether a new device requests access. A phone in the background does not check. */
const POLL_INTERVAL_MS = 20_000;
/** The page that lists the devices anyway. */
const LISTED = '/m/account/devices';

/** Shows on any page that a new device requests access or has logged in. */
export function ApprovalGate() {
  const { pathname } = useLocation();
  const member = useMember().data;
  const trusted = member !== undefined && !member.secondFactNeeded;
  const { data } = useApiQuery('member/approval/pending', {}, { enabled: trusted, refetchInterval: () => POLL_INTERVAL_MS });
  // A dismissed sheet appears again on the next page, because a new device waits five minutes.
  const [away, setAway] = useState({ id: '', pathname: '' });
  /** The member who has rejected a phone and has not closed the result; another one may log in in another tab. */
  const [refusedBy, setRefusedBy] = useState('');
  const refused = refusedBy !== '' && refusedBy === member?.memberId;
  const request = data?.request ?? null;
  const news = pathname === LISTED ? null : (data?.newDevice ?? null);
  const id = request?.approvalId ?? news?.noticeId ?? '';
  const hidden = id === '' || (away.id === id && away.pathname === pathname);
  if (!trusted || (hidden && !refused)) return null;
  return (
    <Suspense fallback={null}>
      <NewDeviceSheet
        // The result of a rejection stays as it is when another phone asks meanwhile.
        key={refused ? 'refused' : id}
        request={request}
        news={news}
        refused={refused}
        onRefused={() => {
          setAway({ id, pathname });
          setRefusedBy(member.memberId);
        }}
        onClose={() => (refused ? setRefusedBy('') : setAway({ id, pathname }))}
      />
    </Suspense>
  );
}
