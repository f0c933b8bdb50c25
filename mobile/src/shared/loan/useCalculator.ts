import type { ProductDetailData, Quote } from '@loanmarket/shared-types/api';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { nearestTerm, snapAmount } from './choose';
import { useApiQuery, type ApiError } from '@/lib/api';
import { queryKey } from '@/lib/api/hooks';
import { useEntryState } from '@/lib/nav/entryState';
import { queryClient } from '@/lib/queryClient';

export interface Calculator {
  detail: ProductDetailData;
  amount: number;
  setAmount: (minor: number) => void;
  termDays: number;
  setTermDays: (days: number) => void;
  /** The server's figures; while `pending`, still those of the previous amount. Undefined after an `error`. */
  quote: Quote | undefined;
  pending: boolean;
  error: ApiError | null;
  /** Requests the figures again. */
  retry: () => void;
}

/** Only the server calculates the figures. It is asked this long after the last change, in milliseconds. */
const DEBOUNCE_MS = 200;
const STALE_AFTER_MS = 60_000;

/** The initial selection, in minor units and days. */
export interface Choice {
  amount?: number;
  termDays?: number;
}

/**
 * The amount and term within the product's bounds, and their cost. It starts with the server's first figures, or with
 * `wish`. With a `name`, the selection survives a reload of the page.
 */
export function useCalculator(detail: ProductDetailData, wish: Choice = {}, name: string | null = null): Calculator {
  const { product, amountStep, quote: first } = detail;
  const snap = (minor: number) => snapAmount(minor, product.minAmount, product.maxAmount, amountStep);
  const [chosen, choose] = useEntryState(name, wish);
  const amount = snap(chosen.amount ?? first.amount);
  const termDays = nearestTerm(chosen.termDays ?? first.termDays, product.termsDays);

  const wanted = useMemo(() => ({ loanId: product.loanId, amount, termDays }), [product.loanId, amount, termDays]);
  const asked = useDebounced(wanted, DEBOUNCE_MS);
  const isFirst = asked.amount === first.amount && asked.termDays === first.termDays;
  const query = useApiQuery('loan/quote', asked, {
    staleTime: STALE_AFTER_MS,
    placeholderData: keepPreviousData,
    // The product may have been loaded minutes ago, before midnight.
    ...(isFirst ? { initialData: first, initialDataUpdatedAt: () => queryClient.getQueryState(queryKey('loan/detail', { loanId: product.loanId }))?.dataUpdatedAt } : {}),
  });

  return {
    detail,
    amount,
    setAmount: (minor) => choose({ ...chosen, amount: snap(minor) }),
    termDays,
    setTermDays: (days) => choose({ ...chosen, termDays: days }),
    quote: query.data,
    pending: asked !== wanted || query.isPlaceholderData || (query.data === undefined && query.error === null),
    error: query.error,
    retry: () => void query.refetch(),
  };
}

/**
 * The value once it has not changed for `delay` milliseconds. Values are compared by identity, so pass the same object
 * while it is unchanged.
 */
function useDebounced<T>(value: T, delay: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return rested;
}
