import { serverVersion } from '@/base/serverVersion';
import { readLocal, writeLocal } from '@/base/storage/local';
import { isNativeApp } from '@/bridge/host';

const RELOAD_AFTER_MS = 150;

/**
 * Compares the server's version with the stored one and reloads once when they differ. The new version is stored before
 * the reload, so a stale copy of the page cannot make it reload again and again. The native app carries its pages with it:
 * a reload would bring the same ones.
 */
export async function checkVersion(reload: () => void = () => window.location.reload()): Promise<void> {
  if (isNativeApp()) return;
  const version = await serverVersion();
  if (version === null) return;
  const stored = readLocal('version');
  if (stored === version) return;
  const kept = writeLocal('version', version);
  if (stored !== null && kept) setTimeout(reload, RELOAD_AFTER_MS);
}
