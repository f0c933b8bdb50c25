import { readCookie } from '@/base/storage/cookie';

/** The marker that the shell appends to the user agent of its web view. */
const AGENT_MARK = 'LoanMarketApp';
const TIMEOUT_MS = 1500;

interface CapacitorGlobal {
  nativePromise?: (plugin: string, method: string, options: object) => Promise<unknown>;
  nativeCallback?: (plugin: string, method: string, options: object, callback: (data: unknown) => void) => unknown;
}

const bridge = () => (window as { Capacitor?: CapacitorGlobal }).Capacitor;

/** Whether the page runs inside the native app. The shell sets a cookie and marks its user agent. */
export function isNativeApp(): boolean {
  return readCookie('appBaseInfo') !== null || navigator.userAgent.includes(AGENT_MARK);
}

/**
 * Calls an action of the shell. Returns null outside the app and when the shell fails; failures are ignored. A call
 * that throws inside the shell never settles, so there is a timeout; actions that wait for the user have a longer one.
 */
export async function ask<T>(plugin: string, action: string, options: object, timeout = TIMEOUT_MS): Promise<T | null> {
  if (!isNativeApp()) return null;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), timeout));
  try {
    const answer = bridge()?.nativePromise?.(plugin, action, options) ?? null;
    return (await Promise.race([answer, late])) as T | null;
  } catch {
    return null;
  }
}

/** Calls `listener` for every event of this name. Outside the app there are no events. */
export function listen<T>(plugin: string, event: string, listener: (data: T) => void): void {
  if (!isNativeApp()) return;
  try {
    bridge()?.nativeCallback?.(plugin, 'addListener', { eventName: event }, (data) => listener(data as T));
  } catch {
    // An older shell may lack the plugin. The page works without its events.
  }
}
