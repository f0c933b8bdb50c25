import type { OrderCard } from '@loanmarket/shared-types/api';
import { OrderStatus } from '@loanmarket/shared-types/enums';
import { useRef } from 'react';
import { lookDelay } from './lookDelay';
import { serverTimeOf } from '@/base/serverClock';

type Offer = Pick<OrderCard, 'status' | 'offerExpiresAt'>;

/** An hour: a timer of weeks would ring at once. */
const MOST_MS = 3_600_000;
const BEING_CLOSED_MS = 5_000;

const isOver = ({ status, offerExpiresAt }: Offer, now: number) => status === OrderStatus.toBeConfirmed && (offerExpiresAt === null || Date.parse(offerExpiresAt) <= now);

/**
 * Milliseconds until an offer is asked for again: when its time is over, and then until it is closed, rarer the longer that takes;
 * false for another order. `over`: for how long its time has been seen to be over.
 */
export function offerDelay(offer: Offer, now: number, over: number): number | false {
  if (offer.status !== OrderStatus.toBeConfirmed) return false;
  return isOver(offer, now) ? Math.max(BEING_CLOSED_MS, lookDelay(over)) : Math.min(Date.parse(offer.offerExpiresAt!) - now, MOST_MS);
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
