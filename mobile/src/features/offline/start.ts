import { recordSeen } from './lastSeen';
import { lastSeenPage } from './page';
import { isNativeApp } from '@/bridge/host';

const CACHE_DELAY_MS = 3_000;

/** Prepares the app to open without a network and show the data seen last, as far as this browser supports it. */
export async function start(): Promise<void> {
  await recordSeen();
  // Delayed, because the files are only needed later.
  setTimeout(() => void cacheApp().catch(() => undefined), CACHE_DELAY_MS);
}

/**
 * Caches the app's files. The native shells contain their pages. Browsers without service workers (before iOS 11.3) are
 * not affected.
 */
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
