import type { ApiPath } from './contract';

type Listener = (path: ApiPath) => Promise<void>;

let listener: Listener = async () => undefined;
const renewals = new Map<ApiPath, Promise<void>>();

/** Sets the handler for successful calls. The cache of responses registers it. */
export function onAnswered(next: Listener): void {
  listener = next;
}

/** Reports a successful call. */
export function answered(path: ApiPath): void {
  renewals.set(path, listener(path));
}

/**
 * Resolves when everything that the last successful call of `path` changed has been reloaded or has failed to reload.
 */
export const reloadedAfter = (path: ApiPath): Promise<void> => renewals.get(path) ?? Promise.resolve();
