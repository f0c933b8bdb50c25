import type { ApiPath } from './contract';

type Listener = (path: ApiPath) => Promise<void>;

let listener: Listener = async () => undefined;
const renewals = new Map<ApiPath, Promise<void>>();

/** Whoever keeps answers says here what is to happen when a call has succeeded. */
export function onAnswered(next: Listener): void {
  listener = next;
}

/** Tells of a call that has succeeded. */
export function answered(path: ApiPath): void {
  renewals.set(path, listener(path));
}

/** Resolves when what the last success of a call had changed is there anew, or could not be had. */
export const renewedBy = (path: ApiPath): Promise<void> => renewals.get(path) ?? Promise.resolve();
