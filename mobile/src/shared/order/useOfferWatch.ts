import type { OrderCard } from '@loanmarket/shared-types/api';
import { OrderStatus } from '@loanmarket/shared-types/enums';
import { useRef } from 'react';
import { serverTimeOf } from '@/base/serverClock';

type Offer = Pick<OrderCard, 'status' | 'offerExpiresAt'>;

/** The maximum delay of one hour. A timer of several weeks would overflow and fire immediately. */
const MAX_DELAY_MS = 3_600_000;
/** The first delay after expiry. The server closes an offer within seconds. */
const FIRST_DELAY_MS = 5_000;
/**
 * After this time polling stops. The data is reloaded when the borrower returns to the page; until then the offer is
 * shown as expired.
 */
const POLL_TIMEOUT_MS = 600_000;

const isOver = ({ status, offerExpiresAt }: Offer, now: number) => status === OrderStatus.toBeConfirmed && (offerExpiresAt === null || Date.parse(offerExpiresAt) <= now);

/**
 * Returns the milliseconds until an offer is reloaded: when it expires, and then a few times with doubling delays until
 * it is closed. False for another order. `over` is how long the offer has been seen as expired, in milliseconds.
 */
export function offerDelay(offer: Offer, now: number, over: number): number | false {
  if (offer.status !== OrderStatus.toBeConfirmed) return false;
  if (!isOver(offer, now)) return Math.min(Date.parse(offer.offerExpiresAt!) - now, MAX_DELAY_MS);
  // Rounded to powers of two: a delay that grew with every render would never elapse.
  return over < POLL_TIMEOUT_MS && FIRST_DELAY_MS * 2 ** Math.max(0, Math.floor(Math.log2(over / FIRST_DELAY_MS)));
}

/**
 * Returns a function that gives the delay until orders are reloaded because of the offers among them, by the server's
 * clock; false if there are none.
 */
export function useOfferWatch(): (orders: readonly Offer[]) => number | false {
  const since = useRef<number | null>(null);
  return (orders) => {
    const now = serverTimeOf(Date.now());
    since.current = orders.some((order) => isOver(order, now)) ? (since.current ?? performance.now()) : null;
    const over = since.current === null ? 0 : performance.now() - since.current;
    const delays = orders.map((order) => offerDelay(order, now, over)).filter((delay) => delay !== false);
    return delays.length > 0 && Math.min(...delays);
  };
}
