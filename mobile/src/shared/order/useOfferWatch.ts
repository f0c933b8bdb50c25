import type { OrderCard } from '@loanmarket/shared-types/api';
import { OrderStatus } from '@loanmarket/shared-types/enums';
import { useRef } from 'react';
import { serverTimeOf } from '@/base/serverClock';

type Offer = Pick<OrderCard, 'status' | 'offerExpiresAt'>;

/** An hour: a timer of weeks would ring at once. */
const MOST_MS = 3_600_000;
/** An offer is closed within seconds. */
const BEING_CLOSED_MS = 5_000;
/** What takes longer is not waited for: whoever comes back to the page asks, and until then sees that the time is over. */
const GIVEN_UP_MS = 600_000;

const isOver = ({ status, offerExpiresAt }: Offer, now: number) => status === OrderStatus.toBeConfirmed && (offerExpiresAt === null || Date.parse(offerExpiresAt) <= now);

/**
 * Milliseconds until an offer is asked for again: when its time is over, and then until it is closed, each time after twice as long,
 * a few times in all; false for another order. `over`: for how long its time has been seen to be over.
 */
export function offerDelay(offer: Offer, now: number, over: number): number | false {
  if (offer.status !== OrderStatus.toBeConfirmed) return false;
  if (!isOver(offer, now)) return Math.min(Date.parse(offer.offerExpiresAt!) - now, MOST_MS);
  // In steps: a delay that grew with every drawing of the page would never be over.
  return over < GIVEN_UP_MS && BEING_CLOSED_MS * 2 ** Math.max(0, Math.floor(Math.log2(over / BEING_CLOSED_MS)));
}

/** When to ask for orders again because of the offers among them, by the server's clock; false for none. */
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
