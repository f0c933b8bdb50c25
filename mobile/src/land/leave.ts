import { isNativeApp } from '@/bridge/shell';
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
  location.assign(destination(isNewMember, isNativeApp(), navigator.userAgent, data.iosDownloadUrl));
}
