import type { ProductDetailData } from '@loanmarket/shared-types/api';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { Router } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { useCalculator } from './useCalculator';
import { queryKey } from '@/lib/api/hooks';
import { history } from '@/lib/nav/history';
import { queryClient } from '@/lib/queryClient';

const quoteOf = (dueDate: string) => ({ amount: 5_000_000, termDays: 30, dueDate });
const detail = {
  product: { loanId: '7', minAmount: 1_000_000, maxAmount: 9_000_000, termsDays: [30] },
  amountStep: 1_000_000,
  quote: quoteOf('2026-12-28'),
} as unknown as ProductDetailData;

const DueDate = () => <p>{useCalculator(detail).quote?.dueDate}</p>;

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

it.each([
  ['keeps the first figures of a product that was just loaded', 1_000, '2026-12-28', 0],
  ['loads the figures of a product that was loaded minutes ago, because midnight may have passed', 4 * 60_000, '2026-12-29', 1],
])('%s', async (_, age, shown, calls) => {
  const asked = vi.fn(async () => new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: quoteOf('2026-12-29') })));
  vi.stubGlobal('fetch', asked);
  queryClient.setQueryData(queryKey('loan/detail', { loanId: '7' }), detail, { updatedAt: Date.now() - age });
  render(<Router history={history}><QueryClientProvider client={queryClient}><DueDate /></QueryClientProvider></Router>);
  await screen.findByText(shown);
  expect(asked).toHaveBeenCalledTimes(calls);
});
