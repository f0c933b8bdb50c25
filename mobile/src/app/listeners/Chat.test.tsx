import { act } from '@testing-library/react';
import { createMemoryHistory } from 'history';
import { Router } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Chat } from './Chat';
import { galleryConfig } from '@/gallery/config';
import { setConfig } from '@/lib/config';
import { endSession, startSession } from '@/lib/session';
import { renderInVietnam } from '@/test/render';

const page = window as unknown as { $chatwoot?: object };
const scripts = () => Array.from(document.head.querySelectorAll('script')).map(({ src }) => src);
const told: unknown[][] = [];
const note = (name: string) => (...words: unknown[]) => told.push([name, ...words]);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  told.length = 0;
  vi.stubGlobal('fetch', async () =>
    new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { identifier: 'm-1', identifierHash: 'abc' } })),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  endSession();
});

// spec: 1.chat, 4.logout-clears
it('loads the widget after a login and not before, and clears it with the session', async () => {
  await renderInVietnam(
    <Router history={createMemoryHistory({ initialEntries: ['/m/home/mine'] })}>
      <Chat />
    </Router>,
  );
  act(() => setConfig({ ...galleryConfig, entId: 'inbox', chat: { ...galleryConfig.chat, baseUrl: 'https://chat.example' } }));
  await pass(10_000);
  expect(scripts()).toEqual([]);

  act(() => startSession('secret', '0912345678'));
  await pass(2000);
  await vi.waitFor(() => expect(scripts()).toEqual(['https://chat.example/packs/js/sdk.js']));
  page.$chatwoot = { setUser: note('setUser'), setLocale: note('setLocale'), toggleBubbleVisibility: note('bubble'), reset: note('reset') };
  act(() => void window.dispatchEvent(new Event('chatwoot:ready')));
  expect(told).toContainEqual(['setUser', 'm-1', { identifier_hash: 'abc' }]);
  expect(told).not.toContainEqual(['reset']);

  told.length = 0;
  act(() => endSession());
  await vi.waitFor(() => expect(told).toContainEqual(['reset']));
  expect(told.at(-1)).not.toEqual(['bubble', 'show']);
});
