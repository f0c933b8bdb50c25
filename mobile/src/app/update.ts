import { useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from '@/base/storage/local';
import { createStore } from '@/base/store';
import { appInfo, isIosApp } from '@/bridge/appInfo';
import { API_ORIGIN } from '@/lib/api/origin';

/** A user who postponed an update is asked again after this time. */
const POSTPONED_HOURS = 24;
const SLOT = 'update';

/** Whether the server requires an update of this app, or only recommends one. */
export type UpdateNeed = 'required' | 'recommended';

interface Wanted {
  minAppVersion: string;
  recommendedAppVersion: string;
}

/**
 * Where to get the update, as given by the server when it rejected this version: a path on the server or a URL. Null if
 * it was not rejected.
 */
const refusedWith = createStore<string | null>(null);

/** The server responded 426. From now on only the update page is shown. */
export function requireUpdate(storeUrl = ''): void {
  refusedWith.set(storeUrl);
}

/** The update URL given with the rejection; null while this version is accepted. */
export function useRefusal(): string | null {
  return useSyncExternalStore(refusedWith.subscribe, refusedWith.get);
}

/** Whether `version` is older than `other`, compared number by number. Nothing is older than an empty `other`. */
export function isOlder(version: string, other: string): boolean {
  const [mine, others] = [version, other].map((text) => text.split('.').map(Number)) as [number[], number[]];
  if (other === '' || others.some(Number.isNaN)) return false;
  const first = others.findIndex((part, index) => part !== mine[index]);
  return first >= 0 && !((mine[first] ?? 0) > others[first]!);
}

/** The update that the configuration asks of the running app; null on the web, whose pages are always up to date. */
export function updateNeed(wanted: Wanted): UpdateNeed | null {
  const version = appInfo()?.appVersion;
  if (version === undefined) return null;
  // Configurations stored by an older app lack these fields.
  if (isOlder(version, wanted.minAppVersion ?? '')) return 'required';
  const recommended = wanted.recommendedAppVersion ?? '';
  return isOlder(version, recommended) && readLocal(SLOT) !== recommended ? 'recommended' : null;
}

/** Postpones a recommended update. */
export function postponeUpdate(version: string): void {
  writeLocal(SLOT, version, POSTPONED_HOURS);
}

/** The URL of the update for this phone; null if none is configured. */
export function updateAddress(storeUrl: string, config: { androidDownloadUrl: string; iosDownloadUrl: string }): string | null {
  const address = storeUrl || (isIosApp() ? config.iosDownloadUrl : config.androidDownloadUrl);
  return address === '' ? null : new URL(address, API_ORIGIN || window.location.origin).toString();
}
