import { useEffect, useRef } from 'react';
import { useHistory, useLocation } from 'react-router';
import { isDesktopPlatform } from './platform';
import { decide, USE_PHONE } from './routes/decide';
import { table } from './routes/table';
import { checkVersion } from './version';
import { useConfig } from '@/lib/config';
import { isLeaving } from '@/lib/login/logIn';
import { refreshMember, useMember, useSession } from '@/lib/member';
import { moveFromLevel } from '@/lib/nav/overlayEntry';
import { LOGIN } from '@/lib/nav/paths';

/** Watches every navigation: whether the app is outdated, who may be where, who is logged in. */
export function Guard() {
  const { pathname, search, hash } = useLocation();
  const history = useHistory();
  const { loggedIn } = useSession();

  // In the order of spec 4: the version, who may be here, who they are.
  useEffect(() => {
    void checkVersion();
  }, [pathname, search]);

  const { allowDesktop } = useConfig();
  const member = useMember().data;
  const secondFactNeeded = member?.secondFactNeeded ?? false;
  const deleting = member?.deleting ?? false;
  const decided = decide(table, { pathname, search }, { loggedIn, secondFactNeeded, deleting, desktopPlatform: isDesktopPlatform(), allowDesktop });
  // The address goes along to where it is read how to get to a phone. It may hold a pay token, which only a fragment may.
  const target = decided === USE_PHONE ? `${USE_PHONE}#${pathname}${search}${hash}` : decided;

  useEffect(() => {
    // A step back may be on its way; the page that it leads to is judged by itself.
    if (target !== null && !isLeaving()) moveFromLevel(0, () => history.location.pathname === pathname && history.replace(target));
  }, [target, history, pathname, search]);

  const left = useRef(pathname);
  useEffect(() => {
    // The login page asks itself, and leads on as soon as it knows.
    const ledOn = left.current === LOGIN && pathname !== LOGIN;
    left.current = pathname;
    if (loggedIn && !ledOn) refreshMember();
  }, [pathname, search, loggedIn]);

  return null;
}
