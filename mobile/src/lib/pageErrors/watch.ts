import type { PageErrorRequest } from '@loanmarket/shared-types/api';

/** Which page is watched, and where a failure of it was caught; both as in the contract. */
export type Surface = PageErrorRequest['surface'];
export type Caught = PageErrorRequest['kind'];

/** A failure as it was noticed; the page may be another one by the time it is told. */
export interface Failure {
  kind: Caught;
  error: unknown;
  path: string;
}

/** A page that fails again and again is known well enough by then. */
const MOST = 20;

type Load = () => Promise<{ report: (of: Surface, failure: Failure) => Promise<void> }>;

let surface: Surface = 'app';
let load: Load | undefined;
let noticed = 0;
let waiting: Failure[] = [];

/** Tells our own API what this page fails of, from now on. What tells it is loaded after the first failure only. */
export function watchPageErrors(of: Surface, loadReport: Load): void {
  surface = of;
  load = loadReport;
  window.addEventListener('error', ({ error }) => error && tellPageError('error', error));
  window.addEventListener('unhandledrejection', (event) => event.defaultPrevented || tellPageError('rejection', event.reason));
}

/** Tells a failure that somebody caught. Never throws. */
export function tellPageError(kind: Caught, error: unknown): void {
  noticed += 1;
  if (noticed > MOST) return;
  waiting.push({ kind, error, path: window.location.pathname });
  void deliver();
}

/** Without a network, or behind a portal, the failures wait for the next one, for the network, or until the page is seen again. */
async function deliver(): Promise<void> {
  if (load === undefined) return;
  const failures = waiting;
  waiting = [];
  try {
    const { report } = await load();
    for (; failures.length > 0; failures.shift()) await report(surface, failures[0]!);
  } catch {
    waiting = [...failures, ...waiting];
    window.addEventListener('online', deliver, { once: true });
    document.addEventListener('visibilitychange', deliver, { once: true });
  }
}
