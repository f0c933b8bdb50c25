import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BankApps } from './BankApps';
import { loadTexts } from '@/i18n';
import { queryClient } from '@/lib/queryClient';
import { banks, card } from '@/test/data/card';

/** The calls that the network loses. */
const lost = new Set<string>();

beforeEach(async () => {
  await loadTexts('repay');
  vi.useFakeTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', async (url: string) => {
    const call = url.replace(/.*\/app\//, '');
    const data = call === 'bankCard/list' ? { cards: [{ ...card, bankCode: 'BIDV' }] } : banks;
    return new Response(lost.has(call) ? '<html>' : JSON.stringify({ success: true, msg: '', errorCode: 10000, data }));
  });
  lost.clear();
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const apps = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const show = () => render(<QueryClientProvider client={queryClient}><BankApps /></QueryClientProvider>);

it('the apps keep their order if the cards are loaded only at a later attempt', async () => {
  lost.add('bankCard/list');
  show();
  await wait(3_000);
  expect(apps()).toEqual(['Vietcombank', 'BIDV']);
  lost.clear();
  await wait(8_000);
  expect(queryClient.getQueryState(['bankCard/list', {}])?.status).toBe('success');
  expect(apps()).toEqual(['Vietcombank', 'BIDV']);
});

it('the room for the apps is kept while the banks are requested again', async () => {
  lost.add('bankCard/banks');
  show();
  await wait(3_000);
  expect(queryClient.getQueryState(['bankCard/banks', {}])?.status).toBe('error');
  expect(document.querySelector('[aria-busy=true]')).not.toBeNull();
  lost.clear();
  await wait(8_000);
  expect(apps()).toEqual(['BIDV', 'Vietcombank']);
});
