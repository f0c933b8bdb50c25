import type { ProductConfig } from '@loanmarket/shared-types/api';
import { useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from '@/base/storage/local';
import { createStore } from '@/base/store';
import { api } from '@/lib/api/client';
import { embeddedData, adoptEmbeddedLanguage } from '@/lib/embeddedData';

const config = createStore<ProductConfig | null>(null);
/** The number of requests for the configuration so far. */
let requests = 0;

/**
 * Loads product and region. The server embeds them in its pages. If they are embedded in another language than the
 * borrower's, or in the native app's own pages, they are requested. Later visits start with the stored copy and pick up
 * changes when the response arrives; only the first visit has to wait.
 */
export async function loadConfig(): Promise<ProductConfig> {
  const carried = embeddedData<ProductConfig>('boot');
  if (carried !== null) {
    adoptEmbeddedLanguage(carried.lang);
    cacheConfig(carried);
    return carried;
  }
  const fresh = fetchConfig();
  const kept = readLocal('config');
  if (kept === null) return fresh;
  void fresh.catch(() => undefined);
  setConfig(JSON.parse(kept) as ProductConfig);
  return getConfig();
}

/** Requests the configuration again. Some of its texts are in the language of the request. */
export async function fetchConfig(): Promise<ProductConfig> {
  requests += 1;
  const own = requests;
  const fresh = await api('config/product', {}, { toast: false });
  // The response to an earlier request may be in another language.
  if (own === requests) cacheConfig(fresh);
  return fresh;
}

function cacheConfig(fresh: ProductConfig): void {
  writeLocal('config', JSON.stringify(fresh));
  setConfig(fresh);
}

/** Replaces the current configuration. */
export function setConfig(next: ProductConfig): void {
  config.set(next);
}

/** The configuration of this deployment. May only be called after start-up has loaded it. */
export function getConfig(): ProductConfig {
  const current = config.get();
  if (current === null) throw new Error('the configuration is not loaded yet');
  return current;
}

/** The current configuration; updates when it changes. */
export function useConfig(): ProductConfig {
  return useSyncExternalStore(config.subscribe, getConfig);
}

/**
 * The web address of the market, for links that leave the phone. In the native shells the page's own origin is not
 * public.
 */
export const webAddress = (): string => getConfig().baseUrl.replace(/\/+$/, '') || window.location.origin;
