import { isNativeApp } from '@/bridge/shell';
import { moveFromLevel, level } from '@/lib/nav/overlayEntry';
import { rememberPhone } from '@/lib/session';
import { flush } from '@/lib/tracking';
import { data } from './page';

/**
 * The target after a login (spec 4): in the iOS app its download page or `/`, elsewhere `/`, which greets a new member.
 */
export function destination(isNewMember: boolean, nativeApp: boolean, userAgent: string, iosDownloadUrl: string): string {
  if (nativeApp && /iPhone|iPad|iPod/.test(userAgent)) return iosDownloadUrl || '/';
  return isNewMember ? '/?isNewMember=1' : '/';
}

/** Leaves the landing page after a login. */
export function leave(isNewMember: boolean): void {
  flush();
  go(destination(isNewMember, isNativeApp(), navigator.userAgent, data.iosDownloadUrl));
}

/**
 * Opens the app's own login page, which offers the face check beside the SMS code. Its code is too large for this page.
 */
export function leaveToLogin(phone: string): void {
  rememberPhone(phone);
  flush();
  go('/m/login');
}

/** Replaces the history entry of an open popup, so that back leads to the landing page. */
function go(address: string): void {
  moveFromLevel(1, () => location[level() > 0 ? 'replace' : 'assign'](address));
}
