import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { cleanUpAfterSessions, noticeOtherTabs } from '@/app/session';
import { queryClient } from '@/lib/queryClient';
import { endSession, getSession, startSession } from '@/lib/session';
import { member } from '@/test/data/member';
import { open, settled } from '@/test/screen';

const sealed: Record<string, ArrayBuffer> = {};
vi.mock('@/lib/storage/sealed', () => ({ seal: async () => undefined, unseal: async (name: string) => sealed[name] ?? null, sealedNames: async () => [], forget: async () => undefined, wipe: async () => undefined, sweep: async () => undefined }));

it('the draft of one borrower is never saved for another', async () => {
  await open('/m/customer/online', {
    'support/draft': { data: null, savedAt: null } as never, 'support/saveDraft': { savedAt: '2026-01-01T00:00:00Z' } as never, 'support/contacts': {} as never,
    'member/query': member,
  });
  cleanUpAfterSessions();
  noticeOtherTabs();
  const real = globalThis.fetch;
  const drafts: { token: string; body: string }[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('support/saveDraft')) drafts.push({ token: (init?.headers as Record<string, string>)['token'] ?? '', body: String(init?.body) });
    return real(url, init);
  });
  expect(getSession().token).toBe('token');
  fireEvent.change(screen.getAllByRole<HTMLTextAreaElement>('textbox')[0]!, { target: { value: 'Chuyện riêng của tôi' } });
  // Another tab has logged in another user.
  await act(async () => {
    const kept = localStorage.getItem('token');
    for (const [name, value] of Object.entries({ ...localStorage })) if (value === kept || name.includes('token')) localStorage.setItem(name, String(value).replace('token', 'token of another'));
    document.cookie = 'token=token of another; path=/';
    window.dispatchEvent(new StorageEvent('storage'));
  });
  await act(async () => new Promise((resolve) => setTimeout(resolve, 1_200))); // longer than the pause after which a draft is saved
  expect(getSession().token).toBe('token of another');
  expect(drafts.filter(({ token }) => token !== 'token')).toEqual([]);
});

it('a draft that is being saved while its borrower logs out is not shown to the next borrower', async () => {
  const answers = {
    'support/draft': { data: null, savedAt: null } as never, 'support/saveDraft': { savedAt: '2026-01-01T00:00:00Z' } as never, 'support/contacts': {} as never,
    'member/query': member,
  };
  await open('/m/customer/online', answers);
  cleanUpAfterSessions();
  const real = globalThis.fetch;
  let release = () => undefined as void;
  const gate = new Promise<void>((resolve) => (release = () => resolve()));
  let begun = 0;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('support/saveDraft') && begun++ === 0) await gate;
    return real(url, init);
  });
  fireEvent.change(screen.getAllByRole<HTMLTextAreaElement>('textbox')[0]!, { target: { value: 'Chuyện riêng của tôi' } });
  await vi.waitFor(() => expect(begun).toBe(1));
  await act(async () => endSession());
  await act(async () => release());
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
  cleanup();
  await open('/m/customer/online', { ...answers, 'member/query': { ...member, memberId: 'somebody else' } });
  expect(screen.getAllByRole<HTMLTextAreaElement>('textbox')[0]!.value).toBe('');
});

it('a draft that one borrower typed before a reload is not shown to the next borrower', async () => {
  sealed[`draft/${member.memberId}/message`] = new TextEncoder().encode(JSON.stringify({ text: 'Chuyện riêng của tôi', fileIds: [], orderId: '' })).buffer;
  queryClient.setQueryData(['member/query', {}], member);
  await open('/m/customer/online', {
    'support/draft': { data: null, savedAt: null } as never, 'support/saveDraft': { savedAt: '2026-01-01T00:00:00Z' } as never, 'support/contacts': {} as never,
    'member/query': member,
  });
  cleanUpAfterSessions();
  expect(screen.getAllByRole<HTMLTextAreaElement>('textbox')[0]!.value).toBe('Chuyện riêng của tôi');
  const real = globalThis.fetch;
  const next = { success: true, msg: '', errorCode: 10000, data: { ...member, memberId: 'somebody else' } };
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => (url.endsWith('member/query') ? new Response(JSON.stringify(next)) : real(url, init)));
  await act(async () => startSession('token of another', '0987654321'));
  await settled();
  expect(screen.getAllByRole<HTMLTextAreaElement>('textbox')[0]!.value).toBe('');
});
