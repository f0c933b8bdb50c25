import { DefaultIonLifeCycleContext, IonLifeCycleContext } from '@ionic/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useApiQuery } from './hooks';
import { queryClient } from '@/lib/queryClient';

let unread = 0;

function Unread({ staleTime = 0 }: { staleTime?: number }) {
  return <p>{useApiQuery('support/unread', {}, { staleTime }).data?.unread ?? 'none'}</p>;
}

async function show(element: ReactNode): Promise<{ enter: () => Promise<void> }> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { unread: (unread += 1) } })));
  const life = new DefaultIonLifeCycleContext();
  render(
    <QueryClientProvider client={queryClient}>
      <IonLifeCycleContext.Provider value={life}>{element}</IonLifeCycleContext.Provider>
    </QueryClientProvider>,
  );
  await screen.findByText('1');
  return { enter: () => act(async () => life.ionViewWillEnter()) };
}

afterEach(() => {
  queryClient.clear();
  unread = 0;
  vi.unstubAllGlobals();
});

it('asks anew when its page comes to the front again', async () => {
  const { enter } = await show(<Unread />);
  await enter();
  await screen.findByText('2');
});

it('lets an answer be that may be as old', async () => {
  const { enter } = await show(<Unread staleTime={60_000} />);
  await enter();
  screen.getByText('1');
  expect(unread).toBe(1);
});
