import { useEffect } from 'react';
import { useHistory, useLocation } from 'react-router';
import { isDesktopPlatform } from './platform';
import { decide } from './routes/decide';
import { table } from './routes/table';
import { isLeaving } from './session';
import { refreshMember, useMember } from './useMember';
import { checkVersion } from './version';
import { useConfig } from '@/lib/config';
import { useSession } from '@/lib/useSession';

/** Watches every navigation: who may be where, whether the app is outdated, who is logged in. */
export function Guard() {
  const { pathname, search } = useLocation();
  const history = useHistory();
  const { loggedIn } = useSession();
  const { allowDesktop } = useConfig();
  const secondFactNeeded = useMember().data?.secondFactNeeded ?? false;
  const target = decide(table, { pathname, search }, { loggedIn, secondFactNeeded, desktopPlatform: isDesktopPlatform(), allowDesktop });

  useEffect(() => {
    if (target !== null && !isLeaving()) history.replace(target);
  }, [target, history]);

  useEffect(() => {
    void checkVersion();
    if (loggedIn) refreshMember();
  }, [pathname, loggedIn]);

  return null;
}
