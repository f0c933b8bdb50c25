import type { ApiError } from './error';

/** At most this far from the wait that was meant: phones that lost one server together do not come back together. */
const SPREAD = 0.3;

/**
 * Milliseconds until the next try: about `wait`, and never before the server wants to be asked again, as it said with a
 * refusal (Retry-After).
 */
export function backoff(wait: number, error?: unknown): number {
  const asked = ((error as Partial<ApiError> | undefined)?.details?.retryAfter ?? 0) * 1000;
  // Only later than what the server said.
  return asked > wait ? asked * (1 + SPREAD * Math.random()) : Math.max(asked, wait * (1 - SPREAD + 2 * SPREAD * Math.random()));
}
