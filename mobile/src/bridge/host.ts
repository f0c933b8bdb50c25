import { readCookie } from '@/lib/storage/cookie';

/** What the shell appends to the user agent of its web view. */
export const AGENT_MARK = 'LoanMarketApp';
const TAG = 'vn';
const TIMEOUT_MS = 1500;

type Action = 'jointLogin' | 'getInfo' | 'logoutInfo';

/** What the shell knows about itself (spec 3). */
export interface HostInfo {
  appVersion: string;
  appName: string;
  packageName: string;
  deviceType: string;
}

interface CapacitorGlobal {
  nativePromise?: (plugin: string, method: string, options: object) => Promise<unknown>;
}

/** Whether the page runs inside the native app: the shell sets a cookie and marks its user agent. */
export function isNativeApp(): boolean {
  return readCookie('appBaseInfo') !== null || navigator.userAgent.includes(AGENT_MARK);
}

/** Gives the page's token to the shell, or takes the one the shell kept; null when there is none. */
export async function jointLogin(token?: string): Promise<{ token: string; phone: string } | null> {
  const answer = await ask<{ token?: string; phone?: string }>('jointLogin', token ? { token } : {});
  return answer?.token ? { token: answer.token, phone: answer.phone ?? '' } : null;
}

/** Asks the shell about itself; null outside the app. */
export function getInfo(): Promise<HostInfo | null> {
  return ask<HostInfo>('getInfo', {});
}

/** Makes the shell forget its token. */
export async function logoutInfo(): Promise<void> {
  await ask('logoutInfo', {});
}

/** Failures are ignored; a call into the shell that throws there never settles, hence the time-out. */
async function ask<T>(action: Action, options: object): Promise<T | null> {
  const capacitor = (window as { Capacitor?: CapacitorGlobal }).Capacitor;
  if (!isNativeApp() || !capacitor?.nativePromise) return null;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), TIMEOUT_MS));
  const answer = capacitor.nativePromise('Host', action, { ...options, tag: TAG }).catch(() => null);
  return (await Promise.race([answer, late])) as T | null;
}
