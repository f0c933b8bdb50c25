import { useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from '@/base/storage/local';
import { createStore } from '@/base/store';
import { appInfo, isIosApp } from '@/bridge/appInfo';
import { API_ORIGIN } from '@/lib/api/origin';

/** A person who put an update off is asked again the next day. */
const REST_HOURS = 24;
const SLOT = 'update';

/** What the server asks of this app: nothing works without an update, or one is to be had. */
export type UpdateNeed = 'required' | 'recommended';

interface Wanted {
  minAppVersion: string;
  recommendedAppVersion: string;
}

/** Where the server said that the update is, once it refused this version; a path of its own or an address. */
const refusedWith = createStore<string | null>(null);

/** The server answered 426: from now on only the update can be seen. */
export function requireUpdate(storeUrl = ''): void {
  refusedWith.set(storeUrl);
}

/** The address of the refusal; null while this version is served. */
export function useRefusal(): string | null {
  return useSyncExternalStore(refusedWith.subscribe, refusedWith.get);
}

/** Whether `version` is older than `other`, number by number; an empty other asks for nothing. */
export function isOlder(version: string, other: string): boolean {
  const [mine, others] = [version, other].map((text) => text.split('.').map(Number)) as [number[], number[]];
  if (other === '' || others.some(Number.isNaN)) return false;
  const first = others.findIndex((part, index) => part !== mine[index]);
  return first >= 0 && !((mine[first] ?? 0) > others[first]!);
}

/** What the configuration wishes of the app that runs; null on the web, whose pages are always the newest. */
export function updateNeed(wanted: Wanted): UpdateNeed | null {
  const version = appInfo()?.appVersion;
  if (version === undefined) return null;
  // Configurations kept by an older app lack the fields.
  if (isOlder(version, wanted.minAppVersion ?? '')) return 'required';
  const recommended = wanted.recommendedAppVersion ?? '';
  return isOlder(version, recommended) && readLocal(SLOT) !== recommended ? 'recommended' : null;
}

/** Not now. */
export function postponeUpdate(version: string): void {
  writeLocal(SLOT, version, REST_HOURS);
}

/** The address of the update that the phone can open; null when nobody said one. */
export function updateAddress(storeUrl: string, config: { androidDownloadUrl: string; iosDownloadUrl: string }): string | null {
  const address = storeUrl || (isIosApp() ? config.iosDownloadUrl : config.androidDownloadUrl);
  return address === '' ? null : new URL(address, API_ORIGIN || window.location.origin).toString();
}
