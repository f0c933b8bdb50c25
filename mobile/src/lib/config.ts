import type { ProductConfig } from '@loanmarket/shared-types/api';
import { useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from '@/base/storage/local';
import { createStore } from '@/base/store';
import { api } from '@/lib/api/client';
import { embeddedData, adoptEmbeddedLanguage } from '@/lib/embeddedData';

const config = createStore<ProductConfig | null>(null);

/**
 * Loads product and region. The server writes them into its pages; where it did so in another language than the
 * borrower's, and in the native app's own pages, it is asked. A second visit starts with the copy of the first one and
 * learns of changes on the way; the first visit has to wait.
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

/** Asks for the configuration anew; some of its words are in the language of the request. */
export async function fetchConfig(): Promise<ProductConfig> {
  const fresh = await api('config/product', {}, { toast: false });
  cacheConfig(fresh);
  return fresh;
}

function cacheConfig(fresh: ProductConfig): void {
  writeLocal('config', JSON.stringify(fresh));
  setConfig(fresh);
}

/** Puts a configuration in force. */
export function setConfig(next: ProductConfig): void {
  config.set(next);
}

/** The configuration of this deployment. Only to be read once start-up has loaded it. */
export function getConfig(): ProductConfig {
  const current = config.get();
  if (current === null) throw new Error('the configuration is not loaded yet');
  return current;
}

/** The configuration, kept in step with the server. */
export function useConfig(): ProductConfig {
  return useSyncExternalStore(config.subscribe, getConfig);
}

/** Where the market stands on the web: links that leave the phone lead there, from the shells too, whose own address is nobody's. */
export const webAddress = (): string => getConfig().baseUrl.replace(/\/+$/, '') || window.location.origin;
