import { isNativeApp } from '@/bridge/shell';
import { moveFromLevel, level } from '@/lib/nav/overlayEntry';
import { rememberPhone } from '@/lib/session';
import { flush } from '@/lib/tracking';
import { data } from './page';

/** Where a login leads (spec 4): in the iOS app to its download or `/`, elsewhere to `/`, which greets a new member. */
export function destination(isNewMember: boolean, nativeApp: boolean, userAgent: string, iosDownloadUrl: string): string {
  if (nativeApp && /iPhone|iPad|iPod/.test(userAgent)) return iosDownloadUrl || '/';
  return isNewMember ? '/?isNewMember=1' : '/';
}

/** Leaves the landing page. */
export function leave(isNewMember: boolean): void {
  flush();
  go(destination(isNewMember, isNativeApp(), navigator.userAgent, data.iosDownloadUrl));
}

/** Leaves for the app's own log-in, which has the face beside the code: its screen is far too large for this page. */
export function leaveToLogin(phone: string): void {
  rememberPhone(phone);
  flush();
  go('/m/login');
}

/** In the place of the entry of a popup that is open: back leads to the page. */
function go(address: string): void {
  moveFromLevel(1, () => location[level() > 0 ? 'replace' : 'assign'](address));
}
