import { readCookie } from '@/base/storage/cookie';

/** What the shell appends to the user agent of its web view. */
const AGENT_MARK = 'LoanMarketApp';
const TIMEOUT_MS = 1500;

interface CapacitorGlobal {
  nativePromise?: (plugin: string, method: string, options: object) => Promise<unknown>;
  nativeCallback?: (plugin: string, method: string, options: object, callback: (data: unknown) => void) => unknown;
}

const bridge = () => (window as { Capacitor?: CapacitorGlobal }).Capacitor;

/** Whether the page runs inside the native app: the shell sets a cookie and marks its user agent. */
export function isNativeApp(): boolean {
  return readCookie('appBaseInfo') !== null || navigator.userAgent.includes(AGENT_MARK);
}

/**
 * Calls an action of the shell. Outside the app, and when the shell fails, the answer is null: failures are ignored. A
 * call into a shell that throws there never settles, hence the time-out; actions that wait for a person have a longer one.
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

/** Calls `listener` with every event of that name; outside the app there are none. */
export function listen<T>(plugin: string, event: string, listener: (data: T) => void): void {
  if (!isNativeApp()) return;
  try {
    bridge()?.nativeCallback?.(plugin, 'addListener', { eventName: event }, (data) => listener(data as T));
  } catch {
    // A shell without the plugin: the page works without its events.
  }
}
