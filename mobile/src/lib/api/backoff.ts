import type { ApiError } from './error';

/**
 * The maximum random deviation from the intended delay, as a fraction, so that phones that lost the same server do not
 * all retry at once.
 */
const SPREAD = 0.3;

/**
 * Returns the milliseconds until the next retry: about `wait`, and never earlier than the Retry-After that the server
 * sent with an error.
 */
export function backoff(wait: number, error?: unknown): number {
  const asked = ((error as Partial<ApiError> | undefined)?.details?.retryAfter ?? 0) * 1000;
  // A server-requested delay is only ever extended, never shortened.
  return asked > wait ? asked * (1 + SPREAD * Math.random()) : Math.max(asked, wait * (1 - SPREAD + 2 * SPREAD * Math.random()));
}
