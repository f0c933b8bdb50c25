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

const asked: string[] = [];
/**
 * The server's response to the identity call waits for this promise. It is resolved before each test, so that the
 * response is immediate.
 */
let answer: Promise<void>;

beforeEach(async () => {
  // Loads the widget before the fake timers start, so that it starts within the time that a test waits.
  await import('@/lib/chat');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  document.head.querySelectorAll('script').forEach((node) => node.remove());
  told.length = 0;
  asked.length = 0;
  answer = Promise.resolve();
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(url);
    await answer;
    const identifier = headers.token === 'secret' ? 'm-1' : 'm-2';
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { identifier, identifierHash: 'abc' } }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  endSession();
});

// spec: 1.chat, 4.logout-clears
it('does not load the widget if the borrower logs out before the identity response', async () => {
  let give = () => undefined as void;
  answer = new Promise((resolve) => (give = resolve));
  await renderInVietnam(
    <Router history={createMemoryHistory({ initialEntries: ['/m/home/mine'] })}>
      <Chat />
    </Router>,
  );
  act(() => setConfig({ ...galleryConfig, entId: 'inbox', chat: { ...galleryConfig.chat, baseUrl: 'https://chat.example' } }));
  act(() => startSession('secret', '0912345678'));
  await pass(2000);
  await vi.waitFor(() => expect(asked).toEqual(['/app/chat/identity']));
  act(() => endSession());
  give();
  await pass(1000);
  expect(scripts()).toEqual([]);
});

it('does not load the widget in an app opened on the payment page, whose CSP forbids other hosts', async () => {
  await renderInVietnam(
    <Router history={createMemoryHistory({ initialEntries: ['/m/home/mine'] })}>
      <Chat opened="/m/repay/normal" />
    </Router>,
  );
  act(() => setConfig({ ...galleryConfig, entId: 'inbox', chat: { ...galleryConfig.chat, baseUrl: 'https://chat.example' } }));
  act(() => startSession('secret', '0912345678'));
  await pass(3000);
  expect(asked).toEqual([]);
  expect(scripts()).toEqual([]);
});

// spec: 1.chat, 4.logout-clears
it('loads the widget only after a login, and resets it when the session ends', async () => {
  await renderInVietnam(
    <Router history={createMemoryHistory({ initialEntries: ['/m/home/mine'] })}>
      <Chat />
    </Router>,
  );
  act(() => setConfig({ ...galleryConfig, entId: 'inbox', chat: { ...galleryConfig.chat, baseUrl: 'https://chat.example' } }));
  await pass(10_000);
  expect(asked, 'no identity request for a visitor').toEqual([]);
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

it('shows another borrower, who has logged in in another tab, their own conversation', async () => {
  page.$chatwoot = { setUser: note('setUser'), setLocale: note('setLocale'), toggleBubbleVisibility: note('bubble'), reset: note('reset') };
  startSession('secret', '0912345678');
  await renderInVietnam(
    <Router history={createMemoryHistory({ initialEntries: ['/m/home/mine'] })}>
      <Chat />
    </Router>,
  );
  act(() => setConfig({ ...galleryConfig, entId: 'inbox', chat: { ...galleryConfig.chat, baseUrl: 'https://chat.example' } }));
  await pass(2000);
  await vi.waitFor(() => expect(told).toContainEqual(['setUser', 'm-1', { identifier_hash: 'abc' }]));
  told.length = 0;
  act(() => startSession('secret of another', '0987654321'));
  await vi.waitFor(() => expect(told).toContainEqual(['reset']));
  await pass(2000);
  await vi.waitFor(() => expect(told).toContainEqual(['setUser', 'm-2', { identifier_hash: 'abc' }]));
  expect(told.filter(([call, state]) => call === 'setUser' || state === 'show'), 'nobody sees the bubble before').toEqual([['setUser', 'm-2', { identifier_hash: 'abc' }], ['bubble', 'show']]);
});
