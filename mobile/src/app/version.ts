import { hasWorkInHand } from './workInHand';
import { serverVersion } from '@/base/serverVersion';
import { readLocal, writeLocal } from '@/base/storage/local';
import { isNativeApp } from '@/bridge/host';

const RELOAD_AFTER_MS = 150;
/** Set for as long as the page does not reload for another version again. */
const RELOADED = 'versionReloaded';
/**
 * While a deploy replaces one server after the other, each response has the version of the server that gave it, so every
 * navigation would reload. After this time a reload follows a rollback.
 */
const MIN_INTERVAL_HOURS = 1 / 6;

/** The version for which the page must be reloaded as soon as this loses no input. */
let due: string | null = null;

/**
 * Compares the server's version with the stored one and reloads the page once if they differ, at most every ten minutes.
 * The new version is stored before the reload, so that a stale cached page cannot reload again and again. If the
 * borrower is in the middle of something when the response arrives, the next navigation reloads. The native app contains
 * its pages, so a reload would not change them.
 */
export async function checkVersion(reload: () => void = () => window.location.reload()): Promise<void> {
  if (isNativeApp()) return;
  if (due !== null) reloadSoon(reload);
  const version = await serverVersion();
  if (version === null) return;
  const stored = readLocal('version');
  if (stored === null) writeLocal('version', version);
  if (stored === null || stored === version || due === version || readLocal(RELOADED) !== null) return;
  due = version;
  reloadSoon(reload);
}

function reloadSoon(reload: () => void): void {
  setTimeout(() => {
    if (due === null || hasWorkInHand()) return;
    const kept = writeLocal(RELOADED, '', MIN_INTERVAL_HOURS) && writeLocal('version', due);
    due = null;
    if (kept) reload();
  }, RELOAD_AFTER_MS);
}
