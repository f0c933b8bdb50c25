import type { ApiPath } from './contract';

type Listener = (path: ApiPath) => void;

let listener: Listener = () => undefined;

/** Whoever keeps answers says here what is to happen when a call has succeeded. */
export function onAnswered(next: Listener): void {
  listener = next;
}

/** Tells of a call that has succeeded. */
export function answered(path: ApiPath): void {
  listener(path);
}
