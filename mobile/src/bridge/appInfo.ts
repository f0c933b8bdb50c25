import { getInfo, type HostInfo } from './host';
import { isNativeApp } from './shell';
import { readCookie } from '@/base/storage/cookie';

let known: HostInfo | null = null;

/** The shell's information about itself from its cookie, without a call to the shell; null outside the app. */
export function appInfo(): HostInfo | null {
  if (known === null && isNativeApp()) known = read(readCookie('appBaseInfo') ?? '');
  return known;
}

/** Whether the page runs in the app of an iPhone. */
export const isIosApp = (): boolean => appInfo()?.deviceType === 'ios';

/**
 * Requests the information from the shell if the cookie has none. The cookie may be truncated, but the mark in the user
 * agent is not.
 */
export async function learnAppInfo(): Promise<void> {
  if (!isNativeApp() || appInfo() !== null) return;
  const info = await getInfo();
  if (info !== null) known = checked(info);
}

/** The request headers that tell the server the app and its version; none on the web. */
export function appHeaders(): Record<string, string> {
  const info = appInfo();
  if (info === null) return {};
  return { 'X-App-Version': info.appVersion, 'X-App-Package': info.packageName, 'X-App-Platform': info.deviceType };
}

function read(text: string): HostInfo | null {
  try {
    return checked(JSON.parse(text) as Partial<HostInfo>);
  } catch {
    return null;
  }
}

function checked({ appVersion, appName = '', packageName, deviceType }: Partial<HostInfo>): HostInfo | null {
  return appVersion && packageName && deviceType ? { appVersion, appName, packageName, deviceType } : null;
}
