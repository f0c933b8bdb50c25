import type { ProductConfig } from '@loanmarket/shared-types/api';
import { useSyncExternalStore } from 'react';
import { api } from '@/lib/api/client';
import { carriedOver, takeCarriedLanguage } from '@/lib/carriedOver';
import { readLocal, writeLocal } from '@/lib/storage/local';

let current: ProductConfig | null = null;
const listeners = new Set<() => void>();

/**
 * Loads product and region. The server writes them into its pages; where it did so in another language than the
 * borrower's, and in the native app's own pages, it is asked. A second visit starts with the copy of the first one and learns of changes on the
 * way; the first visit has to wait.
 */
export async function loadConfig(): Promise<ProductConfig> {
  const carried = carriedOver<ProductConfig>('boot');
  if (carried !== null) {
    takeCarriedLanguage(carried.lang);
    keepConfig(carried);
    return carried;
  }
  const fresh = fetchConfig();
  const kept = readLocal('config');
  if (kept === null) return fresh;
  void fresh.catch(() => undefined);
  current = JSON.parse(kept) as ProductConfig;
  return current;
}

/** Asks for the configuration anew; some of its words are in the language of the request. */
export async function fetchConfig(): Promise<ProductConfig> {
  const config = await api('config/product', {}, { toast: false });
  keepConfig(config);
  return config;
}

function keepConfig(config: ProductConfig): void {
  writeLocal('config', JSON.stringify(config));
  setConfig(config);
}

/** Puts a configuration in force. */
export function setConfig(config: ProductConfig): void {
  current = config;
  listeners.forEach((listener) => listener());
}

/** The configuration of this deployment. Only to be read once start-up has loaded it. */
export function getConfig(): ProductConfig {
  if (current === null) throw new Error('the configuration is not loaded yet');
  return current;
}

function onConfigChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The configuration, kept in step with the server. */
export function useConfig(): ProductConfig {
  return useSyncExternalStore(onConfigChange, getConfig);
}

/** Where the market stands on the web: links that leave the phone lead there, from the shells too, whose own address is nobody's. */
export const webAddress = (): string => getConfig().baseUrl.replace(/\/+$/, '') || window.location.origin;
