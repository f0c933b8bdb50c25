import { serverNow } from '../serverClock';

/** How long something may be kept. */
export interface Lifetime {
  /** Milliseconds since the epoch: by the server's clock, or by the phone's where `lasts` stands beside it. */
  until: number;
  /** Milliseconds. Set where the server's clock was not known yet: it lasts this long from the moment at which that is. */
  lasts?: number;
}

/** The lifetime of what is kept from now on for `ms`. */
export function lifetime(ms: number): Lifetime {
  const now = serverNow();
  return now === null ? { until: Date.now() + ms, lasts: ms } : { until: now + ms };
}

/** Whether it is over, by the word of the server: the phone's clock alone, which may have jumped, ends nothing. */
export const isOver = ({ until, lasts }: Lifetime): boolean => lasts === undefined && until < (serverNow() ?? 0);

/** The lifetime by the server's clock, where that has become known since; null where there is nothing to change. */
export const confirmed = ({ lasts }: Lifetime): Lifetime | null => (lasts !== undefined && serverNow() !== null ? lifetime(lasts) : null);
