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

/** Runs on every navigation: checks the app version, who may open the page, and who is logged in. */
export function Guard() {
  const { pathname, search, hash } = useLocation();
  const history = useHistory();
  const { loggedIn } = useSession();

  // In the order of spec 4: the version, whether the page is allowed, who the borrower is.
  useEffect(() => {
    void checkVersion();
  }, [pathname, search]);

  const { allowDesktop } = useConfig();
  const member = useMember().data;
  const secondFactNeeded = member?.secondFactNeeded ?? false;
  const deleting = member?.deleting ?? false;
  const decided = decide(table, { pathname, search }, { loggedIn, secondFactNeeded, deleting, desktopPlatform: isDesktopPlatform(), allowDesktop });
  // Adds the opened URL as a fragment, so that the page can show it for use on a phone. The URL may contain a pay
  // token, which may only be in a fragment.
  const target = decided === USE_PHONE ? `${USE_PHONE}#${pathname}${search}${hash}` : decided;

  useEffect(() => {
    // A step back may be on its way; the page that it leads to is judged by itself.
    if (target !== null && !isLeaving()) moveFromLevel(0, () => history.location.pathname === pathname && history.replace(target));
  }, [target, history, pathname, search]);

  const left = useRef(pathname);
  useEffect(() => {
    // The login page loads the borrower itself and navigates as soon as it has the result.
    const ledOn = left.current === LOGIN && pathname !== LOGIN;
    left.current = pathname;
    if (loggedIn && !ledOn) refreshMember();
  }, [pathname, search, loggedIn]);

  return null;
}
