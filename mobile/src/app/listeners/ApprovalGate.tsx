import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { useApiQuery } from '@/lib/api';
import { lazyPart } from '@/lib/lazy';
import { useMember } from '@/lib/member';

const NewDeviceSheet = lazyPart('account', () => import('@/features/account/parts/NewDeviceSheet'));

/** How often a phone in somebody's hand looks whether a new one asks; one that is put away does not. */
const LOOK_MS = 20_000;
/** Where the devices are listed anyway. */
const LISTED = '/m/account/devices';

/** Shows that a new phone asks to be let in, or has logged in, wherever the borrower is. */
export function ApprovalGate() {
  const { pathname } = useLocation();
  const member = useMember().data;
  const trusted = member !== undefined && !member.secondFactNeeded;
  const { data } = useApiQuery('member/approval/pending', {}, { enabled: trusted, refetchInterval: () => LOOK_MS });
  // A sheet that was put away comes back on the next page: a new phone waits five minutes.
  const [away, setAway] = useState({ id: '', pathname: '' });
  const [refused, setRefused] = useState(false);
  const request = data?.request ?? null;
  const news = pathname === LISTED ? null : (data?.newDevice ?? null);
  const id = request?.approvalId ?? news?.noticeId ?? '';
  const hidden = id === '' || (away.id === id && away.pathname === pathname);
  if (!trusted || (hidden && !refused)) return null;
  return (
    <Suspense fallback={null}>
      <NewDeviceSheet
        key={id}
        request={request}
        news={news}
        refused={refused}
        onRefused={() => setRefused(true)}
        onClose={() => {
          setRefused(false);
          setAway({ id, pathname });
        }}
      />
    </Suspense>
  );
}
