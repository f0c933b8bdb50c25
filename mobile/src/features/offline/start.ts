import { recordSeen } from './lastSeen';
import { lastSeenPage } from './page';
import { isNativeApp } from '@/bridge/host';

const FILES_AFTER_MS = 3_000;

/** From now on the app opens without a network and shows what was last seen, as far as this browser can. */
export async function start(): Promise<void> {
  await recordSeen();
  // The files matter only later.
  setTimeout(() => void cacheApp().catch(() => undefined), FILES_AFTER_MS);
}

/** The shells carry their pages with them; browsers without workers (before iOS 11.3) go on as ever. */
async function cacheApp(): Promise<void> {
  if (!import.meta.env.PROD || isNativeApp() || !('serviceWorker' in navigator)) return;
  await lastSeenPage.fetch();
  /* eslint-disable compat/compat -- asked for above */
  await navigator.serviceWorker.register('/sw.js');
  const { active } = await navigator.serviceWorker.ready;
  /* eslint-enable compat/compat */
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({ keep: Array.from(new Set(loaded)).filter((name) => name.startsWith(`${location.origin}/assets/`)) });
}
