import { serverNow } from '../serverClock';

/** How long a stored value is valid. */
export interface Lifetime {
  /** Expiry in milliseconds since the epoch: by the server's clock, or by the phone's if `lasts` is set. */
  until: number;
  /**
   * Milliseconds. Set if the server time was unknown at the time of writing: the value is then valid for this long from
   * the moment the server time becomes known.
   */
  lasts?: number;
}

/** The lifetime of a value that is stored now for `ms` milliseconds. */
export function lifetime(ms: number): Lifetime {
  const now = serverNow();
  return now === null ? { until: Date.now() + ms, lasts: ms } : { until: now + ms };
}

/**
 * Whether the lifetime is over by the server's clock. The phone's clock alone never expires a value, because it may
 * have jumped.
 */
export const isOver = ({ until, lasts }: Lifetime): boolean => lasts === undefined && until < (serverNow() ?? 0);

/**
 * The lifetime converted to the server's clock, if that has become known since; null if there is nothing to convert.
 */
export const confirmed = ({ lasts }: Lifetime): Lifetime | null => (lasts !== undefined && serverNow() !== null ? lifetime(lasts) : null);
