import type { PageErrorRequest } from '@loanmarket/shared-types/api';

/** Which page is watched, and how an error of it was caught; both as in the contract. */
export type Surface = PageErrorRequest['surface'];
export type Caught = PageErrorRequest['kind'];

/** An error as it was caught. It includes the path, because another page may be open when it is reported. */
export interface Failure {
  kind: Caught;
  error: unknown;
  path: string;
}

/** The maximum number of errors handled per page load. A page that fails again and again is known by then. */
const MAX_HANDLED = 20;

type Load = () => Promise<{ report: (of: Surface, failure: Failure) => Promise<void> }>;

let surface: Surface = 'app';
let load: Load | undefined;
let noticed = 0;
let waiting: Failure[] = [];

/** Starts to report errors of this page to our own API. The reporting code is loaded only after the first error. */
export function watchPageErrors(of: Surface, loadReport: Load): void {
  surface = of;
  load = loadReport;
  window.addEventListener('error', ({ error }) => error && reportPageError('error', error));
  window.addEventListener('unhandledrejection', (event) => event.defaultPrevented || reportPageError('rejection', event.reason));
}

/** Reports an error that was caught elsewhere. Never throws. */
export function reportPageError(kind: Caught, error: unknown): void {
  noticed += 1;
  if (noticed > MAX_HANDLED) return;
  waiting.push({ kind, error, path: window.location.pathname });
  void deliver();
}

/**
 * Sends the pending errors. Without a network, or behind a captive portal, they wait for the next error, for the
 * network, or until the page becomes visible again.
 */
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
