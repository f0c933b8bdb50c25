import { hasWorkInHand } from './workInHand';
import { serverVersion } from '@/base/serverVersion';
import { readLocal, writeLocal } from '@/base/storage/local';
import { isNativeApp } from '@/bridge/host';

const RELOAD_AFTER_MS = 150;

/** The version that the page is to be reloaded for, once nobody loses anything by it. */
let due: string | null = null;

/**
 * Compares the server's version with the stored one and reloads once when they differ. The new version is stored before
 * the reload, so a stale copy of the page cannot make it reload again and again. The answer may come late, into the middle of
 * something: then the next navigation reloads. The native app carries its pages with it: a reload would bring the same ones.
 */
export async function checkVersion(reload: () => void = () => window.location.reload()): Promise<void> {
  if (isNativeApp()) return;
  if (due !== null) reloadSoon(reload);
  const version = await serverVersion();
  if (version === null) return;
  const stored = readLocal('version');
  if (stored === null) writeLocal('version', version);
  if (stored === null || stored === version || due === version) return;
  due = version;
  reloadSoon(reload);
}

function reloadSoon(reload: () => void): void {
  setTimeout(() => {
    if (due === null || hasWorkInHand()) return;
    const kept = writeLocal('version', due);
    due = null;
    if (kept) reload();
  }, RELOAD_AFTER_MS);
}
